-- One move of one session. Everything a guard reads stands on the transfer's own row; the other tables are
-- ledgers and histories. Money is whole nano-USD.

CREATE TABLE session (
  id              text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  owner_id        text NOT NULL,
  -- The client's own id of it: a label, which identifies nothing here.
  label           text,
  -- The number of the current live owner; raised by every activation and replacement.
  epoch           integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  CONSTRAINT session_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT session_owner_fkey FOREIGN KEY (organisation_id, owner_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT session_epoch CHECK (epoch >= 0)
);

-- An owner's number is never given back.
CREATE TRIGGER session_epoch_rises BEFORE UPDATE ON session
  FOR EACH ROW WHEN (NEW.epoch < OLD.epoch) EXECUTE FUNCTION refuse_change();

CREATE TABLE transfer (
  id                  text PRIMARY KEY,
  organisation_id     text NOT NULL REFERENCES organisation (id),
  session_id          text NOT NULL,
  snapshot_id         text NOT NULL,
  checksum            text NOT NULL,
  snapshot_entries    integer,
  snapshot_last_entry text,
  staged_by           text NOT NULL,
  -- The person it belongs to: who staged it, or the owner of the agent that did.
  owner_id            text NOT NULL,
  source_host         text NOT NULL,
  source_client       text NOT NULL,
  source_cwd          text NOT NULL,
  forked_from_id      text,

  status              text NOT NULL,
  base_epoch          integer NOT NULL,
  epoch               integer,
  -- Another transfer of the session was activated: this one can only expire.
  fenced              boolean NOT NULL DEFAULT false,
  staged_at           timestamptz NOT NULL,
  ttl_ms              integer NOT NULL,
  expires_at          timestamptz NOT NULL,
  secrets_count       integer NOT NULL DEFAULT 0,
  secrets_digest      text,
  secrets_accepted_at timestamptz,
  secrets_accepted_by text,

  provisioned_at      timestamptz,
  tier                text,
  limits              jsonb,
  pool                text,
  grace_ms            integer,
  allocated           bigint NOT NULL DEFAULT 0,
  spent               bigint NOT NULL DEFAULT 0,
  held                bigint NOT NULL DEFAULT 0,
  late                bigint NOT NULL DEFAULT 0,
  -- Number of the current allocation: provision opens the first, every top-up the next.
  allocation          integer NOT NULL DEFAULT 0,
  -- The highest threshold in per cent announced or already passed in this allocation.
  warned              smallint NOT NULL DEFAULT 0,
  exhausted_at        timestamptz,
  exhausted_announced boolean NOT NULL DEFAULT false,
  insolvent_at        timestamptz,
  grace_ends_at       timestamptz,
  grace_warned        boolean NOT NULL DEFAULT false,
  reporters           text[] NOT NULL DEFAULT '{}',
  usage_announced_at  timestamptz,
  usage_unannounced   integer NOT NULL DEFAULT 0,

  claim_id            text,
  claimed_by          text,
  claimed_at          timestamptz,
  claim_expires_at    timestamptz,
  pushed_at           timestamptz,
  verification_id     text,
  verified_at         timestamptz,
  lease_secret_hash   bytea,
  activated_at        timestamptz,
  lease_expires_at    timestamptz,
  lease_lapsed        boolean NOT NULL DEFAULT false,
  heartbeat_at        timestamptz,
  -- Running, but its runtime was replaced and the next has not verified yet.
  awaiting_runtime    boolean NOT NULL DEFAULT false,
  driver_report       jsonb,
  entries_since       integer,

  ended_at            timestamptz,
  ended_reason        text,
  torn_down_at        timestamptz,
  teardown_proven     boolean,
  event_sequence      integer NOT NULL DEFAULT 0,

  CONSTRAINT transfer_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT transfer_session_fkey FOREIGN KEY (organisation_id, session_id) REFERENCES session (organisation_id, id),
  CONSTRAINT transfer_snapshot_fkey FOREIGN KEY (organisation_id, snapshot_id, checksum)
    REFERENCES snapshot (organisation_id, id, checksum),
  CONSTRAINT transfer_staged_by_fkey FOREIGN KEY (organisation_id, staged_by) REFERENCES principal (organisation_id, id),
  CONSTRAINT transfer_owner_fkey FOREIGN KEY (organisation_id, owner_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT transfer_forked_from_fkey FOREIGN KEY (organisation_id, forked_from_id)
    REFERENCES transfer (organisation_id, id),
  -- A claim's credential is good for this transfer and no other.
  CONSTRAINT transfer_claim_fkey FOREIGN KEY (organisation_id, claim_id, id)
    REFERENCES api_key (organisation_id, id, transfer_id),

  CONSTRAINT transfer_status CHECK (status IN
    ('staged', 'provisioned', 'pushed', 'active', 'insolvent', 'terminated', 'expired')),
  CONSTRAINT transfer_expiry CHECK (expires_at <= staged_at + interval '24 hours'),
  CONSTRAINT transfer_lease_secret CHECK (octet_length(lease_secret_hash) = 32),
  CONSTRAINT transfer_ttl CHECK (ttl_ms BETWEEN 1000 AND 86400000),
  CONSTRAINT transfer_grace CHECK (grace_ms BETWEEN 1000 AND 3600000),
  CONSTRAINT transfer_money CHECK (allocated >= 0 AND spent >= 0 AND held >= 0),
  -- A running transfer is insolvent exactly when its spending has reached its allocation.
  CONSTRAINT transfer_active_is_solvent CHECK (status <> 'active' OR spent < allocated),
  CONSTRAINT transfer_insolvent_is_broke CHECK (status <> 'insolvent' OR (spent >= allocated AND grace_ends_at IS NOT NULL)),
  CONSTRAINT transfer_final_holds_nothing CHECK (status NOT IN ('terminated', 'expired') OR held = 0),
  CONSTRAINT transfer_final_is_for_ever CHECK ((status IN ('terminated', 'expired')) = (ended_at IS NOT NULL)),
  CONSTRAINT transfer_pushed_has_its_time CHECK (status <> 'pushed' OR pushed_at IS NOT NULL),
  CONSTRAINT transfer_expired_never_ran CHECK (status <> 'expired' OR activated_at IS NULL),
  CONSTRAINT transfer_provisioned_is_sized CHECK (status IN ('staged', 'expired', 'terminated')
    OR (provisioned_at IS NOT NULL AND tier IS NOT NULL AND pool IS NOT NULL AND grace_ms IS NOT NULL AND allocated > 0)),
  CONSTRAINT transfer_unprovisioned_has_no_money CHECK (provisioned_at IS NOT NULL OR (allocated = 0 AND spent = 0 AND held = 0)),
  CONSTRAINT transfer_pushed_is_clean CHECK (pushed_at IS NULL OR secrets_digest IS NULL OR secrets_accepted_at IS NOT NULL),
  CONSTRAINT transfer_running_is_owned CHECK (status NOT IN ('active', 'insolvent')
    OR (epoch IS NOT NULL AND activated_at IS NOT NULL AND pushed_at IS NOT NULL
        AND (awaiting_runtime OR (lease_secret_hash IS NOT NULL AND lease_expires_at IS NOT NULL)))),
  CONSTRAINT transfer_fenced_never_runs CHECK (NOT fenced OR status NOT IN ('active', 'insolvent')),
  CONSTRAINT transfer_manual_is_unclaimed CHECK (pool <> 'manual' OR claim_id IS NULL)
)
-- Room on each page, so that a usage report rewrites its row in place (HOT): no index holds a column it changes.
WITH (fillfactor = 70);
-- One live owner per session, whatever the code does.
CREATE UNIQUE INDEX transfer_one_live_per_session ON transfer (organisation_id, session_id)
  WHERE status IN ('active', 'insolvent');
-- Each owner of a session has a number of its own.
CREATE UNIQUE INDEX transfer_session_epoch ON transfer (organisation_id, session_id, epoch) WHERE epoch IS NOT NULL;
CREATE INDEX transfer_session_idx ON transfer (organisation_id, session_id);
CREATE INDEX transfer_staged_by_idx ON transfer (organisation_id, staged_by);
CREATE INDEX transfer_claimable_idx ON transfer (organisation_id, pool, staged_at)
  WHERE status IN ('provisioned', 'pushed') OR awaiting_runtime;
-- What the reaper sweeps.
CREATE INDEX transfer_expiring_idx ON transfer (expires_at) WHERE status IN ('staged', 'provisioned', 'pushed');
CREATE INDEX transfer_grace_idx ON transfer (grace_ends_at) WHERE status IN ('active', 'insolvent') AND grace_ends_at IS NOT NULL;
CREATE INDEX transfer_lease_idx ON transfer (lease_expires_at) WHERE status IN ('active', 'insolvent') AND NOT lease_lapsed;

ALTER TABLE api_key ADD CONSTRAINT api_key_transfer_fkey
  FOREIGN KEY (organisation_id, transfer_id) REFERENCES transfer (organisation_id, id);

-- Who held which epoch, for spend that arrives after it ended.
CREATE TABLE lease (
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  epoch           integer NOT NULL,
  -- The claim credential; in pool `manual` that word, since any orchestrator with the secret is its holder.
  holder          text NOT NULL,
  secret_hash     bytea NOT NULL,
  started_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, transfer_id, epoch),
  CONSTRAINT lease_transfer_fkey FOREIGN KEY (organisation_id, transfer_id) REFERENCES transfer (organisation_id, id),
  CONSTRAINT lease_secret_hash_length CHECK (octet_length(secret_hash) = 32)
);
CREATE TRIGGER lease_immutable BEFORE UPDATE OR DELETE ON lease FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A token is used by inserting its id; the primary key is the single-use check.
CREATE TABLE used_transfer_token (
  jti             text,
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  scope           text NOT NULL,
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz NOT NULL DEFAULT baton_now(),
  CONSTRAINT used_transfer_token_pkey PRIMARY KEY (jti),
  CONSTRAINT used_transfer_token_transfer_fkey FOREIGN KEY (organisation_id, transfer_id)
    REFERENCES transfer (organisation_id, id)
);
-- A used token stays used: its row leaves only long after the token itself could be.
CREATE TRIGGER used_transfer_token_immutable BEFORE UPDATE ON used_transfer_token
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER used_transfer_token_kept BEFORE DELETE ON used_transfer_token
  FOR EACH ROW WHEN (OLD.expires_at > baton_now() - interval '24 hours') EXECUTE FUNCTION refuse_change();
CREATE INDEX used_transfer_token_expires_at_idx ON used_transfer_token (expires_at);

-- The sum of a transfer's amounts is its spent, always.
CREATE TABLE usage_ledger (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  kind            text NOT NULL,
  reporter        text,
  usage_id        text,
  hold_id         text,
  amount          bigint NOT NULL,
  epoch           integer NOT NULL,
  detail          jsonb,
  -- What the reporter was answered; a repeat gets it again.
  answer          jsonb,
  at              timestamptz NOT NULL,
  CONSTRAINT usage_ledger_usage_key UNIQUE (organisation_id, transfer_id, reporter, usage_id),
  CONSTRAINT usage_ledger_transfer_fkey FOREIGN KEY (organisation_id, transfer_id)
    REFERENCES transfer (organisation_id, id),
  CONSTRAINT usage_ledger_kind CHECK (kind IN ('usage', 'settle', 'hold_expired', 'hold_closed', 'adjustment')),
  CONSTRAINT usage_ledger_usage CHECK ((kind = 'usage') = (usage_id IS NOT NULL) AND (kind = 'usage') = (reporter IS NOT NULL)),
  CONSTRAINT usage_ledger_hold CHECK ((kind <> 'usage') = (hold_id IS NOT NULL)),
  CONSTRAINT usage_ledger_reporter CHECK (reporter IN ('gateway', 'compute', 'otlp', 'command', 'manual')),
  CONSTRAINT usage_ledger_sign CHECK (kind = 'adjustment' OR amount >= 0)
);
-- A hold is settled, expires or is closed once; then at most one adjustment.
CREATE UNIQUE INDEX usage_ledger_hold_once ON usage_ledger (organisation_id, transfer_id, hold_id)
  WHERE kind IN ('settle', 'hold_expired', 'hold_closed');
CREATE UNIQUE INDEX usage_ledger_adjustment_once ON usage_ledger (organisation_id, transfer_id, hold_id)
  WHERE kind = 'adjustment';
CREATE TRIGGER usage_ledger_immutable BEFORE UPDATE OR DELETE ON usage_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Spend of a stale epoch or an ended transfer: known, shown, outside the budget. Signed for holds.
CREATE TABLE late_usage (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  reporter        text,
  usage_id        text,
  hold_id         text,
  -- As reported; `amount` is what it changes.
  reported        bigint NOT NULL,
  amount          bigint NOT NULL,
  epoch           integer NOT NULL,
  detail          jsonb,
  answer          jsonb NOT NULL,
  at              timestamptz NOT NULL,
  CONSTRAINT late_usage_usage_key UNIQUE (organisation_id, transfer_id, reporter, usage_id),
  CONSTRAINT late_usage_hold_key UNIQUE (organisation_id, transfer_id, hold_id),
  CONSTRAINT late_usage_transfer_fkey FOREIGN KEY (organisation_id, transfer_id)
    REFERENCES transfer (organisation_id, id),
  CONSTRAINT late_usage_subject CHECK ((usage_id IS NOT NULL) = (reporter IS NOT NULL) AND (usage_id IS NOT NULL) <> (hold_id IS NOT NULL))
);
CREATE TRIGGER late_usage_immutable BEFORE UPDATE OR DELETE ON late_usage
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE budget_hold (
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  id              text NOT NULL,
  amount          bigint NOT NULL,
  epoch           integer NOT NULL,
  state           text NOT NULL DEFAULT 'open',
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  -- The true cost, once reported.
  settled         bigint,
  answer          jsonb NOT NULL,
  settle_answer   jsonb,
  PRIMARY KEY (organisation_id, transfer_id, id),
  CONSTRAINT budget_hold_transfer_fkey FOREIGN KEY (organisation_id, transfer_id)
    REFERENCES transfer (organisation_id, id),
  CONSTRAINT budget_hold_state CHECK (state IN ('open', 'settled', 'expired', 'closed')),
  CONSTRAINT budget_hold_amount CHECK (amount > 0)
);
CREATE TRIGGER budget_hold_terms BEFORE UPDATE ON budget_hold
  FOR EACH ROW WHEN ((OLD.organisation_id, OLD.transfer_id, OLD.id, OLD.amount, OLD.epoch, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM (NEW.organisation_id, NEW.transfer_id, NEW.id, NEW.amount, NEW.epoch, NEW.created_at, NEW.expires_at))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER budget_hold_kept BEFORE DELETE ON budget_hold FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE usage_ledger ADD CONSTRAINT usage_ledger_hold_fkey
  FOREIGN KEY (organisation_id, transfer_id, hold_id) REFERENCES budget_hold (organisation_id, transfer_id, id);
ALTER TABLE late_usage ADD CONSTRAINT late_usage_hold_fkey
  FOREIGN KEY (organisation_id, transfer_id, hold_id) REFERENCES budget_hold (organisation_id, transfer_id, id);
CREATE INDEX budget_hold_open_idx ON budget_hold (expires_at) WHERE state = 'open';

CREATE TABLE budget_allocation (
  organisation_id text NOT NULL,
  transfer_id     text NOT NULL,
  number          integer NOT NULL,
  amount          bigint NOT NULL,
  reason          text NOT NULL,
  actor           text NOT NULL,
  at              timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, transfer_id, number),
  CONSTRAINT budget_allocation_transfer_fkey FOREIGN KEY (organisation_id, transfer_id)
    REFERENCES transfer (organisation_id, id),
  CONSTRAINT budget_allocation_amount CHECK (amount > 0)
);
CREATE TRIGGER budget_allocation_immutable BEFORE UPDATE OR DELETE ON budget_allocation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What readers see: a passed deadline is effective at once, before the reaper has written it down.
CREATE VIEW transfer_view AS
SELECT
  t.id, t.organisation_id, t.session_id, t.snapshot_id, t.checksum, t.snapshot_entries, t.snapshot_last_entry,
  t.staged_by, t.owner_id, t.source_host, t.source_client, t.source_cwd, t.forked_from_id, t.status, t.base_epoch,
  t.epoch, t.fenced, t.staged_at, t.ttl_ms, t.expires_at, t.secrets_count, t.secrets_digest, t.secrets_accepted_at,
  t.secrets_accepted_by, t.provisioned_at, t.tier, t.limits, t.pool, t.grace_ms, t.allocated, t.late, t.allocation,
  t.warned, t.exhausted_at, t.exhausted_announced, t.insolvent_at, t.grace_ends_at, t.grace_warned, t.reporters,
  t.usage_announced_at, t.usage_unannounced, t.claim_id, t.claimed_by, t.claimed_at, t.claim_expires_at, t.pushed_at,
  t.verification_id, t.verified_at, t.lease_secret_hash, t.activated_at, t.lease_expires_at, t.heartbeat_at,
  t.awaiting_runtime, t.driver_report, t.entries_since, t.ended_at, t.ended_reason, t.torn_down_at,
  t.teardown_proven, t.event_sequence,
  -- What ends in full at the end of the grace period, once it has passed.
  t.spent + CASE WHEN t.status IN ('active', 'insolvent') AND t.grace_ends_at <= baton_now() THEN t.held ELSE 0 END AS spent,
  CASE WHEN t.status IN ('active', 'insolvent') AND t.grace_ends_at <= baton_now() THEN 0 ELSE t.held END AS held,
  (t.lease_lapsed OR (t.status IN ('active', 'insolvent') AND coalesce(t.lease_expires_at <= baton_now(), false)))
    AS lease_lapsed,
  CASE
    WHEN t.status IN ('staged', 'provisioned', 'pushed') AND t.expires_at <= baton_now() THEN 'expired'
    WHEN t.status IN ('active', 'insolvent') AND t.grace_ends_at <= baton_now() THEN 'terminated'
    ELSE t.status
  END AS effective_status,
  (t.secrets_digest IS NOT NULL AND t.secrets_accepted_at IS NULL) AS secrets_pending,
  (t.claim_expires_at <= baton_now() AND (t.status IN ('provisioned', 'pushed') OR t.awaiting_runtime)) AS claim_lapsed,
  -- The clock that judged this row, for what is judged further from its deadlines.
  baton_now() AS read_at
FROM transfer t;
