-- The moves of a thread, one function each. H1, the order of refusals, differs from a transfer's on purpose:
--   visible → participant → replay by key → terminal → role → state → the move's own checks.
-- `m` is the call, as for transfers; `viewer.person` is the person the caller acts for.

CREATE FUNCTION handoff_json(h handoff) RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$ SELECT to_jsonb(h) $$;

CREATE FUNCTION handoff_side(h handoff, v jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT CASE v->>'person' WHEN h.sender_id THEN 'sender' WHEN h.recipient_id THEN 'recipient' END;
$$;

CREATE FUNCTION handoff_is_actor(p_side text, m jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT coalesce(bool_or(CASE who
    WHEN 'participant' THEN true
    -- A person who signed in; a key proves only that somebody has it.
    WHEN 'recipientPerson' THEN p_side = 'recipient' AND m#>>'{viewer,kind}' = 'person'
      AND m#>>'{viewer,signIn}' IS NOT NULL
    ELSE who = p_side END), false)
    FROM jsonb_array_elements_text(m->'who') AS who;
$$;

CREATE FUNCTION handoff_refuse(m jsonb, h handoff, p_code text, p_retryable boolean, p_more jsonb DEFAULT '{}')
  RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$
  SELECT move_refuse(m, p_code, p_retryable, jsonb_build_object('handoff', handoff_json(h)) || p_more);
$$;

CREATE FUNCTION handoff_event(h handoff, p_type text, p_actor text, p_at timestamptz, p_data jsonb DEFAULT '{}')
  RETURNS handoff
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  h.event_sequence := h.event_sequence + 1;
  h.updated_at := p_at;
  INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at, data)
    VALUES (h.organisation_id, 'handoff', h.id, h.event_sequence, p_type, p_actor, p_at, p_data);
  RETURN h;
END $$;

-- A person let through what looked like secrets: the audit log tells who and where.
CREATE FUNCTION audit_allowed_secrets(m jsonb, p_handoff text) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  INSERT INTO audit (organisation_id, actor, action, subject, outcome, request_id)
    SELECT m->>'organisation', m#>>'{viewer,id}', 'secretsAllow', p_handoff, 'done', m->>'request'
    WHERE (m->>'secretsAllowed')::integer > 0;
$$;

-- The one guarded write of a thread: id and the state it was judged in, in one WHERE. What was seen is noted apart.
CREATE FUNCTION handoff_succeed(m jsonb, h handoff, p_from text, p_more jsonb DEFAULT '{}') RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  UPDATE handoff x SET
    (status, message_count, last_from_sender, last_from_recipient, seen_by_sender, seen_by_recipient,
     unread_by_sender, unread_by_recipient, accepted_at, accepted_by, accepted_session, completed_at, completed_by,
     cancelled_at, outcome, result_summary, updated_at, proposal_version, proposal_digest, proposal_state,
     event_sequence) =
    (h.status, h.message_count, h.last_from_sender, h.last_from_recipient, h.seen_by_sender, h.seen_by_recipient,
     h.last_from_recipient > h.seen_by_sender, h.last_from_sender > h.seen_by_recipient, h.accepted_at, h.accepted_by,
     h.accepted_session, h.completed_at, h.completed_by, h.cancelled_at, h.outcome, h.result_summary, h.updated_at,
     h.proposal_version, h.proposal_digest, h.proposal_state, h.event_sequence)
    WHERE x.organisation_id = h.organisation_id AND x.id = h.id AND x.status = p_from
    RETURNING * INTO h;
  IF NOT FOUND THEN
    -- Unreachable while the row is locked; a bug must not pass for a success.
    RAISE EXCEPTION 'handoff % was not % when saved', h.id, p_from USING ERRCODE = 'serialization_failure';
  END IF;
  PERFORM audit_allowed_secrets(m, h.id);
  RETURN move_succeed(m, jsonb_build_object('handoff', handoff_json(h)) || p_more);
END $$;

CREATE TYPE thread_gate AS (answer jsonb, h handoff, side text, now timestamptz);

-- The shared part of every move. `answer` null: legal so far, the row is locked and judged at `now`.
CREATE FUNCTION handoff_gate(m jsonb) RETURNS thread_gate
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g        thread_gate;
  h        handoff;
  v_replay jsonb := idempotency_claim(m);
BEGIN
  SELECT * INTO h FROM handoff WHERE organisation_id = m->>'organisation' AND id = m->>'id' FOR UPDATE;
  g.side := handoff_side(h, m->'viewer');
  IF h.id IS NULL OR g.side IS NULL THEN
    -- A stranger gets the very answer of an id that does not exist, and nothing is kept under the key. Who may read
    -- everybody's threads is told that this one is not for them.
    IF v_replay IS NULL AND m->>'key' IS NOT NULL THEN
      PERFORM idempotency_forget(m);
    END IF;
    g.answer := CASE WHEN h.id IS NOT NULL AND (m#>>'{viewer,readsThreads}')::boolean
      THEN handoff_refuse(m - 'key', h, 'WRONG_ACTOR', false)
      ELSE move_refuse(m - 'key', 'NOT_FOUND', false) END;
    RETURN g;
  END IF;
  IF v_replay IS NOT NULL THEN
    g.answer := v_replay;
    RETURN g;
  END IF;
  g.now := baton_now();
  g.h := h;
  IF h.status IN ('completed', 'cancelled') THEN
    g.answer := handoff_refuse(m, h, 'THREAD_TERMINAL', false);
  ELSIF NOT handoff_is_actor(g.side, m) THEN
    g.answer := handoff_refuse(m, h, 'WRONG_ACTOR', false);
  ELSIF NOT m->'from' ? h.status THEN
    g.answer := CASE
      -- The same session accepting again has what it asked for.
      WHEN h.accepted_by = m#>>'{viewer,id}' AND h.accepted_session = m->>'session'
        THEN move_succeed(m, jsonb_build_object('handoff', handoff_json(h), 'replayed', true))
      ELSE handoff_refuse(m, h, 'STATE_CHANGED', false) END;
  END IF;
  RETURN g;
END $$;

-- Whether the person the caller writes to does not want to hear from it.
CREATE FUNCTION is_blocked(p_organisation text, p_writer text, p_reader text) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT EXISTS (SELECT 1 FROM block
    WHERE organisation_id = p_organisation AND blocker_id = p_reader AND blocked_id = p_writer);
$$;

-- Appends the message of the call under the thread's lock: the next number, no gap, no tie. m: message {id, body,
-- digest, payload?, artifacts [{type, fields, content?, length?, sha256?, chunks?}]}
CREATE FUNCTION handoff_append(h handoff, p_side text, m jsonb, p_now timestamptz) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_message jsonb := m->'message';
BEGIN
  INSERT INTO handoff_message (organisation_id, handoff_id, sequence_no, id, author_id, side, body, payload, digest, stored_at)
    VALUES (h.organisation_id, h.id, h.message_count, v_message->>'id', m#>>'{viewer,id}', p_side, v_message->>'body',
      v_message->'payload', v_message->>'digest', p_now);
  INSERT INTO handoff_artifact (organisation_id, handoff_id, sequence_no, ordinal, type, fields, content, content_length,
      content_sha256)
    SELECT h.organisation_id, h.id, h.message_count, a.n, a.item->>'type', a.item->'fields', a.item->>'content',
      (a.item->>'length')::integer, a.item->>'sha256'
    FROM jsonb_array_elements(v_message->'artifacts') WITH ORDINALITY AS a (item, n);
  INSERT INTO handoff_artifact_chunk (organisation_id, handoff_id, sequence_no, artifact_ordinal, ordinal, sha256)
    SELECT h.organisation_id, h.id, h.message_count, a.n, c.n, c.sha256
    FROM jsonb_array_elements(v_message->'artifacts') WITH ORDINALITY AS a (item, n),
      jsonb_array_elements_text(a.item->'chunks') WITH ORDINALITY AS c (sha256, n);
END $$;

-- Whether each transfer that the call's artifacts name is one the caller's side owns.
CREATE FUNCTION handoff_names_own_snapshots(m jsonb) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements_text(m->'transfers') AS named
    WHERE NOT EXISTS (SELECT 1 FROM transfer t
      WHERE t.organisation_id = m->>'organisation' AND t.id = named AND t.owner_id = m#>>'{viewer,person}'));
$$;

-- The version that stands on the thread's row. m: proposal {description, targetFiles, rationale?, path?, diff?, digest}
CREATE FUNCTION proposal_insert(h handoff, m jsonb, p_now timestamptz, p_decided_by text DEFAULT NULL) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  INSERT INTO proposal (organisation_id, handoff_id, version, author_id, description, target_files, rationale, path, diff,
      digest, state, decided_by, decided_at, created_at)
    VALUES (h.organisation_id, h.id, h.proposal_version, m#>>'{viewer,id}', m#>>'{proposal,description}',
      ARRAY(SELECT jsonb_array_elements_text(m#>'{proposal,targetFiles}')), m#>>'{proposal,rationale}',
      m#>>'{proposal,path}', m#>>'{proposal,diff}', h.proposal_digest, h.proposal_state, p_decided_by,
      CASE WHEN p_decided_by IS NOT NULL THEN p_now END, p_now);
$$;

-- A newer version supersedes what stood, an approval included.
CREATE FUNCTION proposal_supersede(h handoff, m jsonb, p_now timestamptz, p_state text, p_decided_by text DEFAULT NULL)
  RETURNS handoff
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  UPDATE proposal SET state = 'superseded'
    WHERE organisation_id = h.organisation_id AND handoff_id = h.id AND version = h.proposal_version
      AND state IN ('open', 'approved');
  h.proposal_version := h.proposal_version + 1;
  h.proposal_digest := m#>>'{proposal,digest}';
  h.proposal_state := p_state;
  PERFORM proposal_insert(h, m, p_now, p_decided_by);
  RETURN h;
END $$;

-- Handles of this organisation that are exactly the name, in other teams; nothing is guessed.
CREATE FUNCTION handle_suggestions(m jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
  AS $$
  SELECT coalesce(jsonb_agg(s.handle ORDER BY s.handle), '[]') FROM (
    SELECT t.handle FROM teammate t JOIN principal p ON p.organisation_id = t.organisation_id AND p.id = t.person_id
      WHERE t.organisation_id = m->>'organisation' AND t.name = split_part(lower(m->>'recipient'), '@', 1)
        AND p.disabled_at IS NULL
      ORDER BY t.handle LIMIT 5) s;
$$;

-- m: newId, recipient (a handle), intent, preview, contentDigest, message, proposal?, transfers
CREATE FUNCTION handoff_send(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_replay    jsonb := idempotency_claim(m);
  v_sender    text := m#>>'{viewer,person}';
  v_recipient text;
  v_first     handoff;
  v_now       timestamptz;
  h           handoff;
BEGIN
  IF v_replay IS NOT NULL THEN
    RETURN v_replay;
  END IF;
  SELECT t.person_id INTO v_recipient
    FROM teammate t JOIN principal p ON p.organisation_id = t.organisation_id AND p.id = t.person_id
    WHERE t.organisation_id = m->>'organisation' AND t.handle = m->>'recipient' AND p.disabled_at IS NULL;
  IF v_recipient IS NULL THEN
    RETURN move_refuse(m, 'RECIPIENT_NOT_FOUND', false, jsonb_build_object('suggestions', handle_suggestions(m)));
  ELSIF v_recipient = v_sender THEN
    RETURN move_refuse(m, 'INVALID_INPUT', false, jsonb_build_object('issues', jsonb_build_array(
      jsonb_build_object('path', 'recipient', 'code', 'ONESELF', 'message', 'is somebody else'))));
  ELSIF NOT handoff_names_own_snapshots(m) THEN
    RETURN move_refuse(m, 'INVALID_INPUT', false, jsonb_build_object('issues', jsonb_build_array(
      jsonb_build_object('path', 'artifacts', 'code', 'NOT_FOUND', 'message', 'names a transfer of yours'))));
  ELSIF is_blocked(m->>'organisation', v_sender, v_recipient) THEN
    RETURN move_refuse(m, 'BLOCKED', false);
  END IF;
  -- Of two equal ones at once the second waits, and names the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_sender, v_recipient, m->>'contentDigest'), 0));
  v_now := baton_now();
  SELECT * INTO v_first FROM handoff
    WHERE organisation_id = m->>'organisation' AND sender_id = v_sender AND recipient_id = v_recipient
      AND content_digest = m->>'contentDigest' AND stored_at > v_now - interval '10 minutes'
    ORDER BY stored_at LIMIT 1;
  INSERT INTO handoff (id, organisation_id, sender_id, sent_by, recipient_id, intent, preview, content_digest,
      message_count, last_from_sender, seen_by_sender, stored_at, updated_at, proposal_version, proposal_digest,
      proposal_state, event_sequence)
    VALUES (m->>'newId', m->>'organisation', v_sender, m#>>'{viewer,id}', v_recipient, m->>'intent', m->>'preview',
      m->>'contentDigest', 1, 1, 1, v_now, v_now,
      CASE WHEN m->'proposal' IS NOT NULL THEN 1 END, m#>>'{proposal,digest}',
      CASE WHEN m->'proposal' IS NOT NULL THEN 'open' END, 1)
    RETURNING * INTO h;
  PERFORM handoff_append(h, 'sender', m, v_now);
  PERFORM audit_allowed_secrets(m, h.id);
  IF m->'proposal' IS NOT NULL THEN
    PERFORM proposal_insert(h, m, v_now);
  END IF;
  INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at, data)
    VALUES (h.organisation_id, 'handoff', h.id, 1, 'handoff_sent', h.sent_by, v_now, jsonb_strip_nulls(jsonb_build_object(
      'intent', h.intent, 'recipient', h.recipient_id, 'artifacts', jsonb_array_length(m#>'{message,artifacts}'),
      'proposal', h.proposal_digest)));
  RETURN move_succeed(m, jsonb_build_object('handoff', handoff_json(h), 'first', v_first.id, 'message', m#>>'{message,id}'));
END $$;

-- m: session, what shall be shown to have accepted it
CREATE FUNCTION handoff_accept(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g thread_gate := handoff_gate(m);
  h handoff := g.h;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  h.status := 'accepted';
  h.accepted_at := g.now;
  h.accepted_by := m#>>'{viewer,id}';
  h.accepted_session := m->>'session';
  h := handoff_event(h, 'handoff_accepted', h.accepted_by, g.now, jsonb_build_object('session', h.accepted_session));
  RETURN handoff_succeed(m, h, (g.h).status);
END $$;

CREATE FUNCTION handoff_cancel(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g thread_gate := handoff_gate(m);
  h handoff := g.h;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  h.status := 'cancelled';
  h.cancelled_at := g.now;
  h := handoff_event(h, 'handoff_cancelled', m#>>'{viewer,id}', g.now);
  RETURN handoff_succeed(m, h, (g.h).status);
END $$;

-- m: message, transfers
CREATE FUNCTION handoff_send_message(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g thread_gate := handoff_gate(m);
  h handoff := g.h;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF is_blocked(h.organisation_id, m#>>'{viewer,person}',
      CASE g.side WHEN 'sender' THEN h.recipient_id ELSE h.sender_id END) THEN
    RETURN handoff_refuse(m, h, 'BLOCKED', false);
  ELSIF NOT handoff_names_own_snapshots(m) THEN
    RETURN move_refuse(m, 'INVALID_INPUT', false, jsonb_build_object('issues', jsonb_build_array(
      jsonb_build_object('path', 'artifacts', 'code', 'NOT_FOUND', 'message', 'names a transfer of yours'))));
  END IF;
  h.message_count := h.message_count + 1;
  IF g.side = 'sender' THEN
    h.last_from_sender := h.message_count;
  ELSE
    h.last_from_recipient := h.message_count;
  END IF;
  PERFORM handoff_append(h, g.side, m, g.now);
  h := handoff_event(h, 'message_sent', m#>>'{viewer,id}', g.now, jsonb_build_object(
    'message', m#>>'{message,id}', 'sequenceNo', h.message_count, 'side', g.side,
    'artifacts', jsonb_array_length(m#>'{message,artifacts}')));
  RETURN handoff_succeed(m, h, (g.h).status, jsonb_build_object('message', m#>>'{message,id}'));
END $$;

-- m: outcome, resultSummary
CREATE FUNCTION handoff_complete(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g thread_gate := handoff_gate(m);
  h handoff := g.h;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  -- What was proposed is done only when a person approved exactly that.
  IF m->>'outcome' = 'done' AND h.proposal_state <> 'approved' THEN
    RETURN handoff_refuse(m, h, 'NOT_READY', true, '{"missing": ["approved_proposal"]}');
  END IF;
  h.status := 'completed';
  h.completed_at := g.now;
  h.completed_by := m#>>'{viewer,id}';
  h.outcome := m->>'outcome';
  h.result_summary := m->>'resultSummary';
  h := handoff_event(h, 'handoff_completed', h.completed_by, g.now, jsonb_strip_nulls(jsonb_build_object(
    'outcome', h.outcome, 'proposal', CASE WHEN h.outcome = 'done' THEN h.proposal_digest END)));
  RETURN handoff_succeed(m, h, (g.h).status);
END $$;

-- m: base (digest of the newest version), proposal
CREATE FUNCTION proposal_revise(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g thread_gate := handoff_gate(m);
  h handoff := g.h;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF h.proposal_version IS NULL THEN
    RETURN handoff_refuse(m, h, 'INVALID_INTENT_PAYLOAD', false);
  ELSIF h.proposal_digest <> m->>'base' THEN
    RETURN handoff_refuse(m, h, 'STATE_CHANGED', false);
  END IF;
  h := proposal_supersede(h, m, g.now, 'open');
  h := handoff_event(h, 'proposal_revised', m#>>'{viewer,id}', g.now,
    jsonb_build_object('version', h.proposal_version, 'digest', h.proposal_digest, 'base', m->>'base'));
  RETURN handoff_succeed(m, h, (g.h).status);
END $$;

-- m: digest, decision (approved, rejected), reason?, proposal? (the person's own version, approved with it)
CREATE FUNCTION proposal_decide(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g       thread_gate := handoff_gate(m);
  h       handoff := g.h;
  v_actor text := m#>>'{viewer,id}';
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF h.proposal_version IS NULL THEN
    RETURN handoff_refuse(m, h, 'INVALID_INTENT_PAYLOAD', false);
  ELSIF h.proposal_digest <> m->>'digest' OR h.proposal_state <> 'open' THEN
    RETURN handoff_refuse(m, h, 'STATE_CHANGED', false);
  END IF;
  -- Held until commit: who signs out everywhere decides nothing after.
  PERFORM 1 FROM sign_in WHERE organisation_id = h.organisation_id AND id = m#>>'{viewer,signIn}'
    AND person_id = v_actor AND ended_at IS NULL AND expires_at > g.now
    AND confirmed_at > g.now - interval '5 minutes' FOR SHARE;
  IF NOT FOUND THEN
    RETURN handoff_refuse(m, h, 'NOT_READY', true, '{"missing": ["fresh_confirmation"]}');
  END IF;
  IF m->'proposal' IS NOT NULL THEN
    h := proposal_supersede(h, m, g.now, 'approved', v_actor);
    h := handoff_event(h, 'proposal_revised', v_actor, g.now,
      jsonb_build_object('version', h.proposal_version, 'digest', h.proposal_digest, 'base', m->>'digest'));
  ELSE
    UPDATE proposal SET state = m->>'decision', decided_by = v_actor, decided_at = g.now, reason = m->>'reason'
      WHERE organisation_id = h.organisation_id AND handoff_id = h.id AND version = h.proposal_version;
    h.proposal_state := m->>'decision';
  END IF;
  h := handoff_event(h, 'proposal_' || h.proposal_state, v_actor, g.now,
    jsonb_build_object('version', h.proposal_version, 'digest', h.proposal_digest));
  RETURN handoff_succeed(m, h, (g.h).status);
END $$;

-- Notes facts of delivery, each once and none from another: p_fact is delivered, surfaced or read. Of a reading side
-- also how far it was shown the thread, which only grows.
CREATE FUNCTION handoff_note(p_organisation text, p_ids text[], p_person text, p_fact text, p_seen integer DEFAULT 0)
  RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  WITH mine AS (
    SELECT id FROM handoff
      WHERE organisation_id = p_organisation AND id = ANY (p_ids) AND p_person IN (sender_id, recipient_id)
      ORDER BY id FOR UPDATE)
  UPDATE handoff h SET
    delivered_at = CASE WHEN p_fact = 'delivered' AND p_person = recipient_id THEN coalesce(delivered_at, baton_now())
      ELSE delivered_at END,
    surfaced_at = CASE WHEN p_fact = 'surfaced' AND p_person = recipient_id THEN coalesce(surfaced_at, baton_now())
      ELSE surfaced_at END,
    read_at = CASE WHEN p_fact = 'read' AND p_person = recipient_id THEN coalesce(read_at, baton_now()) ELSE read_at END,
    seen_by_recipient = CASE WHEN p_person = recipient_id THEN greatest(seen_by_recipient, p_seen) ELSE seen_by_recipient END,
    unread_by_recipient = CASE WHEN p_person = recipient_id THEN last_from_sender > greatest(seen_by_recipient, p_seen)
      ELSE unread_by_recipient END,
    seen_by_sender = CASE WHEN p_person = sender_id THEN greatest(seen_by_sender, p_seen) ELSE seen_by_sender END,
    unread_by_sender = CASE WHEN p_person = sender_id THEN last_from_recipient > greatest(seen_by_sender, p_seen)
      ELSE unread_by_sender END
    FROM mine WHERE h.organisation_id = p_organisation AND h.id = mine.id;
$$;
