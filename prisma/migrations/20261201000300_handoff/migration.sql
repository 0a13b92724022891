-- Threads of work handed from one person's side to another's. What a guard reads stands on the thread's row.

CREATE TABLE handoff (
  id                text PRIMARY KEY,
  organisation_id   text NOT NULL REFERENCES organisation (id),
  sender_id         text NOT NULL,
  -- The principal that sent it: the person, or one of its agents.
  sent_by           text NOT NULL,
  recipient_id      text NOT NULL,
  intent            text NOT NULL,
  status            text NOT NULL DEFAULT 'pending',
  -- Start of the summary, which is message 1.
  preview           text NOT NULL,
  -- What is compared to tell that the same was sent a moment ago.
  content_digest    text NOT NULL,
  message_count     integer NOT NULL,
  -- Sequence numbers: the last message of each side, and the last that each side was shown.
  last_from_sender    integer NOT NULL,
  last_from_recipient integer NOT NULL DEFAULT 0,
  seen_by_sender      integer NOT NULL DEFAULT 0,
  seen_by_recipient   integer NOT NULL DEFAULT 0,
  unread_by_sender    boolean NOT NULL DEFAULT false,
  unread_by_recipient boolean NOT NULL DEFAULT true,
  stored_at         timestamptz NOT NULL,
  delivered_at      timestamptz,
  surfaced_at       timestamptz,
  read_at           timestamptz,
  accepted_at       timestamptz,
  accepted_by       text,
  accepted_session  text,
  completed_at      timestamptz,
  completed_by      text,
  cancelled_at      timestamptz,
  outcome           text,
  result_summary    text,
  updated_at        timestamptz NOT NULL,
  -- The newest version of what is proposed.
  proposal_version  integer,
  proposal_digest   text,
  proposal_state    text,
  event_sequence    integer NOT NULL DEFAULT 0,
  CONSTRAINT handoff_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT handoff_sender_fkey FOREIGN KEY (organisation_id, sender_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_sent_by_fkey FOREIGN KEY (organisation_id, sent_by) REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_recipient_fkey FOREIGN KEY (organisation_id, recipient_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_accepted_by_fkey FOREIGN KEY (organisation_id, accepted_by) REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_completed_by_fkey FOREIGN KEY (organisation_id, completed_by) REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_two_people CHECK (sender_id <> recipient_id),
  CONSTRAINT handoff_intent CHECK (intent IN ('inform', 'ask_question', 'propose_action')),
  CONSTRAINT handoff_status CHECK (status IN ('pending', 'accepted', 'completed', 'cancelled')),
  CONSTRAINT handoff_outcome CHECK (outcome IN ('done', 'partial', 'declined', 'failed')),
  CONSTRAINT handoff_accepted CHECK ((status IN ('accepted', 'completed')) = (accepted_at IS NOT NULL)
    AND (accepted_at IS NULL) = (accepted_by IS NULL) AND (accepted_at IS NULL) = (accepted_session IS NULL)),
  CONSTRAINT handoff_completed CHECK ((status = 'completed') = (completed_at IS NOT NULL)
    AND (completed_at IS NULL) = (completed_by IS NULL) AND (completed_at IS NULL) = (outcome IS NULL)
    AND (completed_at IS NULL) = (result_summary IS NULL)),
  CONSTRAINT handoff_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  -- A proposal stands exactly where one is asked for, and what was proposed is done only when a person approved it.
  CONSTRAINT handoff_proposal CHECK ((intent = 'propose_action') = (proposal_version IS NOT NULL)
    AND (proposal_version IS NULL) = (proposal_digest IS NULL) AND (proposal_version IS NULL) = (proposal_state IS NULL)),
  CONSTRAINT handoff_proposal_state CHECK (proposal_state IN ('open', 'approved', 'rejected')),
  CONSTRAINT handoff_done_is_approved CHECK (proposal_state IS NULL OR outcome IS DISTINCT FROM 'done' OR proposal_state = 'approved'),
  CONSTRAINT handoff_sequences CHECK (message_count = greatest(last_from_sender, last_from_recipient)
    AND seen_by_sender <= message_count AND seen_by_recipient <= message_count),
  CONSTRAINT handoff_unread CHECK (unread_by_sender = (last_from_recipient > seen_by_sender)
    AND unread_by_recipient = (last_from_sender > seen_by_recipient))
);
CREATE INDEX handoff_recipient_idx ON handoff (organisation_id, recipient_id, updated_at DESC, id DESC);
CREATE INDEX handoff_sender_idx ON handoff (organisation_id, sender_id, updated_at DESC, id DESC);
CREATE INDEX handoff_unread_by_recipient_idx ON handoff (organisation_id, recipient_id) WHERE unread_by_recipient;
CREATE INDEX handoff_content_idx ON handoff (organisation_id, sender_id, recipient_id, content_digest, stored_at);

CREATE TABLE handoff_message (
  organisation_id text NOT NULL,
  handoff_id      text NOT NULL,
  sequence_no     integer NOT NULL,
  id              text NOT NULL,
  author_id       text NOT NULL,
  side            text NOT NULL,
  body            text NOT NULL,
  payload         jsonb,
  -- sha256 of the body's UTF-8 bytes.
  digest          text NOT NULL,
  stored_at       timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, handoff_id, sequence_no),
  CONSTRAINT handoff_message_id_key UNIQUE (organisation_id, id),
  CONSTRAINT handoff_message_handoff_fkey FOREIGN KEY (organisation_id, handoff_id)
    REFERENCES handoff (organisation_id, id),
  CONSTRAINT handoff_message_author_fkey FOREIGN KEY (organisation_id, author_id)
    REFERENCES principal (organisation_id, id),
  CONSTRAINT handoff_message_sequence CHECK (sequence_no > 0),
  CONSTRAINT handoff_message_side CHECK (side IN ('sender', 'recipient')),
  CONSTRAINT handoff_message_body CHECK (octet_length(body) BETWEEN 1 AND 65536),
  CONSTRAINT handoff_message_digest CHECK (digest ~ '^[0-9a-f]{64}$')
);

CREATE TABLE handoff_artifact (
  organisation_id text NOT NULL,
  handoff_id      text NOT NULL,
  sequence_no     integer NOT NULL,
  ordinal         integer NOT NULL,
  type            text NOT NULL,
  -- All but the content.
  fields          jsonb NOT NULL,
  -- Of a diff or an inline contract; null for the others. Larger content lies in chunks, and `content` is null.
  content         text,
  content_length  integer,
  content_sha256  text,
  PRIMARY KEY (organisation_id, handoff_id, sequence_no, ordinal),
  CONSTRAINT handoff_artifact_message_fkey FOREIGN KEY (organisation_id, handoff_id, sequence_no)
    REFERENCES handoff_message (organisation_id, handoff_id, sequence_no),
  CONSTRAINT handoff_artifact_ordinal CHECK (ordinal BETWEEN 1 AND 50),
  CONSTRAINT handoff_artifact_type CHECK (type IN
    ('file_diff', 'file_ref', 'test_command', 'api_contract', 'link', 'session_snapshot')),
  CONSTRAINT handoff_artifact_content CHECK ((content_length IS NULL) = (content_sha256 IS NULL)
    AND content_length BETWEEN 0 AND 8388608 AND (content IS NULL OR octet_length(content) = content_length))
);

CREATE TABLE handoff_artifact_chunk (
  organisation_id text NOT NULL,
  handoff_id      text NOT NULL,
  sequence_no     integer NOT NULL,
  artifact_ordinal integer NOT NULL,
  ordinal         integer NOT NULL,
  sha256          text NOT NULL,
  PRIMARY KEY (organisation_id, handoff_id, sequence_no, artifact_ordinal, ordinal),
  CONSTRAINT handoff_artifact_chunk_artifact_fkey FOREIGN KEY (organisation_id, handoff_id, sequence_no, artifact_ordinal)
    REFERENCES handoff_artifact (organisation_id, handoff_id, sequence_no, ordinal),
  CONSTRAINT handoff_artifact_chunk_chunk_fkey FOREIGN KEY (organisation_id, sha256)
    REFERENCES chunk (organisation_id, sha256)
);

CREATE TABLE proposal (
  organisation_id text NOT NULL,
  handoff_id      text NOT NULL,
  version         integer NOT NULL,
  author_id       text NOT NULL,
  description     text NOT NULL,
  target_files    text[] NOT NULL DEFAULT '{}',
  rationale       text,
  path            text,
  diff            text,
  -- Binds an approval: sha256 of the RFC 8785 text of all it says, of its thread and of the version before.
  digest          text NOT NULL,
  state           text NOT NULL DEFAULT 'open',
  decided_by      text,
  decided_at      timestamptz,
  reason          text,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, handoff_id, version),
  CONSTRAINT proposal_digest_key UNIQUE (organisation_id, handoff_id, digest),
  CONSTRAINT proposal_handoff_fkey FOREIGN KEY (organisation_id, handoff_id) REFERENCES handoff (organisation_id, id),
  CONSTRAINT proposal_author_fkey FOREIGN KEY (organisation_id, author_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT proposal_decided_by_fkey FOREIGN KEY (organisation_id, decided_by) REFERENCES principal (organisation_id, id),
  CONSTRAINT proposal_description CHECK (octet_length(description) BETWEEN 1 AND 65536),
  CONSTRAINT proposal_state CHECK (state IN ('open', 'approved', 'rejected', 'superseded')),
  CONSTRAINT proposal_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL)
    AND (state NOT IN ('approved', 'rejected') OR decided_by IS NOT NULL)),
  CONSTRAINT proposal_reason CHECK (state <> 'rejected' OR reason IS NOT NULL)
);

CREATE TRIGGER handoff_message_immutable BEFORE UPDATE OR DELETE ON handoff_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER handoff_artifact_immutable BEFORE UPDATE OR DELETE ON handoff_artifact
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER handoff_artifact_chunk_immutable BEFORE UPDATE OR DELETE ON handoff_artifact_chunk
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- What was proposed stays; only whether it stands may change.
CREATE TRIGGER proposal_content_immutable BEFORE UPDATE ON proposal FOR EACH ROW
  WHEN ((OLD.author_id, OLD.description, OLD.target_files, OLD.rationale, OLD.path, OLD.diff, OLD.digest, OLD.created_at)
    IS DISTINCT FROM
    (NEW.author_id, NEW.description, NEW.target_files, NEW.rationale, NEW.path, NEW.diff, NEW.digest, NEW.created_at))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_kept BEFORE DELETE ON proposal FOR EACH ROW EXECUTE FUNCTION refuse_change();
