-- The clock, organisations, principals, keys, idempotency, events, audit.

-- Every deadline is judged by this clock at the moment of the write. now() is the start of the transaction and
-- let a transfer activate one second late after a lock wait. Only test databases may give it an offset.
CREATE FUNCTION baton_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE
  AS 'SELECT clock_timestamp()';

-- Guards tables whose rows are history.
CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION '% rows are immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE organisation (
  id         text PRIMARY KEY,
  slug       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT baton_now(),
  CONSTRAINT organisation_slug_key UNIQUE (slug),
  CONSTRAINT organisation_slug_form CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$')
);

CREATE TABLE principal (
  id              text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  kind            text NOT NULL,
  role            text,
  name            text NOT NULL,
  owner_id        text,
  pool            text,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  disabled_at     timestamptz,
  CONSTRAINT principal_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT principal_organisation_id_id_kind_key UNIQUE (organisation_id, id, kind),
  CONSTRAINT principal_organisation_id_kind_name_key UNIQUE (organisation_id, kind, name),
  CONSTRAINT principal_owner_fkey FOREIGN KEY (organisation_id, owner_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT principal_kind CHECK (kind IN ('person', 'agent', 'orchestrator', 'runtime', 'integrator')),
  CONSTRAINT principal_role CHECK ((kind = 'person') = (role IS NOT NULL) AND role IN ('admin', 'operator', 'developer')),
  CONSTRAINT principal_agent_has_owner CHECK (kind <> 'agent' OR owner_id IS NOT NULL),
  CONSTRAINT principal_daemon_has_pool CHECK ((kind = 'runtime') = (pool IS NOT NULL)),
  -- Pool `manual` is the orchestrator's own; no daemon serves it.
  CONSTRAINT principal_pool_form CHECK (pool ~ '^[a-z0-9][a-z0-9-]{0,62}$' AND pool <> 'manual'),
  CONSTRAINT principal_name_form CHECK (length(name) BETWEEN 1 AND 128)
);

CREATE TABLE api_key (
  id              text PRIMARY KEY,
  organisation_id text NOT NULL,
  principal_id    text NOT NULL,
  kind            text NOT NULL,
  prefix          text NOT NULL,
  secret_hash     bytea NOT NULL,
  scopes          text[] NOT NULL,
  -- Set on a claim credential: the one transfer it is good for.
  transfer_id     text,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  created_by      text,
  CONSTRAINT api_key_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT api_key_organisation_id_id_transfer_id_key UNIQUE (organisation_id, id, transfer_id),
  CONSTRAINT api_key_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT api_key_principal_fkey FOREIGN KEY (organisation_id, principal_id, kind)
    REFERENCES principal (organisation_id, id, kind),
  CONSTRAINT api_key_created_by_fkey FOREIGN KEY (organisation_id, created_by)
    REFERENCES principal (organisation_id, id),
  CONSTRAINT api_key_hash_length CHECK (octet_length(secret_hash) = 32),
  -- An agent authorises nothing: no row can give it more than this, whoever writes it.
  CONSTRAINT api_key_agent_scopes CHECK (kind <> 'agent'
    OR scopes <@ ARRAY['transfer:read', 'transfer:stage', 'transfer:move', 'handoff:use']),
  CONSTRAINT api_key_daemon_scopes CHECK (kind <> 'runtime' OR transfer_id IS NOT NULL
    OR scopes <@ ARRAY['runtime:claim']),
  CONSTRAINT api_key_claim_scopes CHECK (transfer_id IS NULL OR (kind = 'runtime'
    AND scopes <@ ARRAY['transfer:read', 'transfer:content', 'transfer:stage', 'usage:report']))
);
CREATE INDEX api_key_organisation_id_principal_id_idx ON api_key (organisation_id, principal_id);
CREATE INDEX api_key_transfer_id_idx ON api_key (transfer_id) WHERE transfer_id IS NOT NULL;

-- The first organisation and its built-in administrator, whom BATON_ADMIN_KEY authenticates.
INSERT INTO organisation (id, slug) VALUES ('org_00000000000000000000000001', 'default');
INSERT INTO principal (id, organisation_id, kind, role, name)
  VALUES ('prn_00000000000000000000000001', 'org_00000000000000000000000001', 'person', 'admin', 'admin');

-- One row per key of one actor and operation. `answer` is null only while the first call is in its transaction,
-- which nobody else can see; so a visible row always holds the first answer.
CREATE TABLE idempotency_key (
  organisation_id text NOT NULL,
  actor_id        text NOT NULL,
  operation       text NOT NULL,
  key             text NOT NULL,
  digest          text NOT NULL,
  answer          jsonb,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, actor_id, operation, key),
  CONSTRAINT idempotency_key_actor_fkey FOREIGN KEY (organisation_id, actor_id)
    REFERENCES principal (organisation_id, id),
  CONSTRAINT idempotency_key_form CHECK (length(key) BETWEEN 1 AND 128)
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);

-- The log of what happened. `id` is drawn under the aggregate's row lock, `sequence` counts within the aggregate
-- without a gap, `position` is given after commit by the feed.
CREATE TABLE event (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  aggregate       text NOT NULL,
  aggregate_id    text NOT NULL,
  sequence        integer NOT NULL,
  type            text NOT NULL,
  actor           text NOT NULL,
  at              timestamptz NOT NULL,
  data            jsonb NOT NULL DEFAULT '{}',
  position        bigint,
  CONSTRAINT event_aggregate_id_sequence_key UNIQUE (organisation_id, aggregate_id, sequence),
  CONSTRAINT event_position_key UNIQUE (position),
  CONSTRAINT event_aggregate CHECK (aggregate IN ('transfer', 'handoff')),
  CONSTRAINT event_sequence CHECK (sequence > 0)
);
CREATE INDEX event_unstamped_idx ON event (id) WHERE position IS NULL;

-- The one change an event ever sees is to receive its position, once. Judged in WHEN: stamping calls no function.
CREATE TRIGGER event_immutable BEFORE UPDATE ON event FOR EACH ROW
  WHEN (OLD.position IS NOT NULL OR NEW.position IS NULL
    OR (OLD.id, OLD.organisation_id, OLD.aggregate, OLD.aggregate_id, OLD.sequence, OLD.type, OLD.actor, OLD.at, OLD.data)
      IS DISTINCT FROM
      (NEW.id, NEW.organisation_id, NEW.aggregate, NEW.aggregate_id, NEW.sequence, NEW.type, NEW.actor, NEW.at, NEW.data))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_kept BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who tried what. Never in the feed; holds no value of any secret.
CREATE TABLE audit (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  actor           text NOT NULL,
  action          text NOT NULL,
  subject         text,
  outcome         text NOT NULL,
  code            text,
  at              timestamptz NOT NULL DEFAULT baton_now(),
  request_id      text,
  CONSTRAINT audit_outcome CHECK (outcome IN ('done', 'refused'))
);
CREATE INDEX audit_organisation_id_id_idx ON audit (organisation_id, id);
CREATE TRIGGER audit_immutable BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
