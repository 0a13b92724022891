-- What every move shares. A move is one call of one function in one transaction:
--   gate (key, lock, visible, replay, actor, deadlines, terminal, fenced, state) → the move's own checks → save + events.
-- `m` is the call: organisation, viewer, operation, id, key?, digest?, request?, and from lifecycle/rules.ts
-- `from`, `who`, `fenceable`: the rules travel as arguments, so that they stand in one place only.

-- Claims the key of a call, first act of its transaction. Null: this call runs. Else what to answer.
CREATE FUNCTION idempotency_claim(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_claimed integer;
  v_first   idempotency_key;
  v_timeout text := current_setting('lock_timeout');
BEGIN
  IF m->>'key' IS NULL THEN
    RETURN NULL;
  END IF;
  -- Only this statement waits at most 2 s: its 55P03 is IDEMPOTENCY_IN_PROGRESS.
  PERFORM set_config('lock_timeout', '2s', true);
  INSERT INTO idempotency_key AS k (organisation_id, actor_id, operation, key, digest)
    VALUES (m->>'organisation', m#>>'{viewer,id}', m->>'operation', m->>'key', m->>'digest')
    ON CONFLICT (organisation_id, actor_id, operation, key)
    DO UPDATE SET digest = excluded.digest, answer = NULL, created_at = baton_now()
    WHERE k.created_at <= baton_now() - interval '24 hours';
  GET DIAGNOSTICS v_claimed = ROW_COUNT;
  PERFORM set_config('lock_timeout', v_timeout, true);
  IF v_claimed = 1 THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_first FROM idempotency_key
    WHERE organisation_id = m->>'organisation' AND actor_id = m#>>'{viewer,id}'
      AND operation = m->>'operation' AND key = m->>'key';
  IF v_first.digest <> m->>'digest' THEN
    -- Without the key: it stays the first call's.
    RETURN move_refuse(m - 'key', 'DUPLICATE_IDEMPOTENCY_KEY', false);
  END IF;
  RETURN v_first.answer || '{"replayed": true}';
END $$;

CREATE FUNCTION idempotency_store(m jsonb, p_answer jsonb) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  UPDATE idempotency_key SET answer = p_answer
    WHERE organisation_id = m->>'organisation' AND actor_id = m#>>'{viewer,id}'
      AND operation = m->>'operation' AND key = m->>'key';
$$;

CREATE FUNCTION idempotency_forget(m jsonb) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  DELETE FROM idempotency_key
    WHERE organisation_id = m->>'organisation' AND actor_id = m#>>'{viewer,id}'
      AND operation = m->>'operation' AND key = m->>'key';
$$;

-- The answer of a refused call: one audit line, and kept under its key unless a later try may succeed.
CREATE FUNCTION move_refuse(m jsonb, p_code text, p_retryable boolean, p_more jsonb DEFAULT '{}') RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_answer jsonb := jsonb_build_object('ok', false, 'code', p_code, 'retryable', p_retryable, 'replayed', false) || p_more;
BEGIN
  INSERT INTO audit (organisation_id, actor, action, subject, outcome, code, request_id)
    VALUES (m->>'organisation', m#>>'{viewer,id}', m->>'operation', m->>'id', 'refused', p_code, m->>'request');
  IF m->>'key' IS NOT NULL THEN
    IF p_retryable THEN
      PERFORM idempotency_forget(m);
    ELSE
      PERFORM idempotency_store(m, v_answer);
    END IF;
  END IF;
  RETURN v_answer;
END $$;

-- The refusal of a move that rolled back (its key row went with it): kept and audited by this second statement.
CREATE FUNCTION move_refuse_after_rollback(m jsonb, p_code text) RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$
  SELECT coalesce(idempotency_claim(m), move_refuse(m, p_code, false));
$$;

CREATE FUNCTION move_succeed(m jsonb, p_more jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_answer jsonb := '{"ok": true, "replayed": false}'::jsonb || p_more;
BEGIN
  IF m->>'key' IS NOT NULL THEN
    PERFORM idempotency_store(m, v_answer);
  END IF;
  RETURN v_answer;
END $$;

-- The row as callers read it. Money as text: JSON numbers lose nano-dollars past 2^53.
CREATE FUNCTION transfer_json(t transfer) RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$
  SELECT to_jsonb(t) - 'lease_secret_hash' || jsonb_build_object(
    'allocated', t.allocated::text, 'spent', t.spent::text, 'held', t.held::text, 'late', t.late::text,
    'effective_status', t.status, 'secrets_pending', t.secrets_digest IS NOT NULL AND t.secrets_accepted_at IS NULL,
    'read_at', baton_now());
$$;

-- What a runtime needs after each of its writes; small, since the ledger keeps it.
CREATE FUNCTION runtime_json(t transfer) RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$
  SELECT jsonb_build_object(
    'id', t.id, 'organisation_id', t.organisation_id, 'status', t.status, 'effective_status', t.status, 'epoch', t.epoch,
    'tier', t.tier, 'allocated', t.allocated::text, 'spent', t.spent::text, 'held', t.held::text, 'late', t.late::text,
    'allocation', t.allocation, 'exhausted_at', t.exhausted_at, 'expires_at', t.expires_at,
    'grace_ends_at', t.grace_ends_at, 'lease_expires_at', t.lease_expires_at, 'claim_expires_at', t.claim_expires_at,
    'read_at', baton_now());
$$;

-- Appends an event under the transfer's row lock and returns the row with its counter raised.
CREATE FUNCTION transfer_event(t transfer, p_type text, p_actor text, p_at timestamptz, p_data jsonb DEFAULT '{}')
  RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  t.event_sequence := t.event_sequence + 1;
  INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at, data)
    VALUES (t.organisation_id, 'transfer', t.id, t.event_sequence, p_type, p_actor, p_at, p_data);
  RETURN t;
END $$;

-- The one guarded write of a transfer: id and the state it was judged in, in one WHERE.
CREATE FUNCTION transfer_save(t transfer, p_from text) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  UPDATE transfer x SET
    (status, epoch, fenced, expires_at, secrets_accepted_at, secrets_accepted_by, provisioned_at, tier, limits, pool,
     grace_ms, allocated, spent, held, late, allocation, warned, exhausted_at, exhausted_announced, insolvent_at,
     grace_ends_at, grace_warned, reporters, usage_announced_at, usage_unannounced, claim_id, claimed_by, claimed_at,
     claim_expires_at, pushed_at, verification_id, verified_at, lease_secret_hash, activated_at, lease_expires_at,
     lease_lapsed, heartbeat_at, awaiting_runtime, driver_report, entries_since, ended_at, ended_reason, torn_down_at,
     teardown_proven, event_sequence) =
    (t.status, t.epoch, t.fenced, t.expires_at, t.secrets_accepted_at, t.secrets_accepted_by, t.provisioned_at, t.tier,
     t.limits, t.pool, t.grace_ms, t.allocated, t.spent, t.held, t.late, t.allocation, t.warned, t.exhausted_at,
     t.exhausted_announced, t.insolvent_at, t.grace_ends_at, t.grace_warned, t.reporters, t.usage_announced_at,
     t.usage_unannounced, t.claim_id, t.claimed_by, t.claimed_at, t.claim_expires_at, t.pushed_at, t.verification_id,
     t.verified_at, t.lease_secret_hash, t.activated_at, t.lease_expires_at, t.lease_lapsed, t.heartbeat_at,
     t.awaiting_runtime, t.driver_report, t.entries_since, t.ended_at, t.ended_reason, t.torn_down_at,
     t.teardown_proven, t.event_sequence)
    WHERE x.organisation_id = t.organisation_id AND x.id = t.id AND x.status = p_from;
  IF NOT FOUND THEN
    -- Unreachable while the row is locked; a bug must not pass for a success.
    RAISE EXCEPTION 'transfer % was not % when saved', t.id, p_from USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

CREATE FUNCTION usd(p_nano bigint) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT trim_scale(p_nano::numeric / 1000000000)::text $$;

-- Adds to spent and tells each crossing once: thresholds per allocation, insolvency per crossing.
-- `p_cause` names what crossed (usageId or holdId). A credit (negative) may reinstate.
CREATE FUNCTION transfer_spend(t transfer, p_amount bigint, p_actor text, p_now timestamptz, p_cause jsonb)
  RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_before    bigint := t.spent;
  v_threshold smallint;
  v_crossing  jsonb;
BEGIN
  t.spent := t.spent + p_amount;
  v_crossing := p_cause || jsonb_build_object('spentBefore', usd(v_before), 'spentAfter', usd(t.spent),
    'allocated', usd(t.allocated), 'allocation', t.allocation);
  FOREACH v_threshold IN ARRAY ARRAY[50, 80]::smallint[] LOOP
    IF t.warned < v_threshold AND t.spent::numeric * 100 >= t.allocated::numeric * v_threshold THEN
      t.warned := v_threshold;
      t := transfer_event(t, 'budget_warning', p_actor, p_now, v_crossing || jsonb_build_object('threshold', v_threshold));
    END IF;
  END LOOP;
  IF t.status = 'active' AND t.spent >= t.allocated THEN
    t.status := 'insolvent';
    t.insolvent_at := p_now;
    -- The first of exhaustion and insolvency starts the grace clock, the other leaves it.
    IF t.grace_ends_at IS NULL THEN
      t.grace_ends_at := p_now + t.grace_ms * interval '1 millisecond';
      t.grace_warned := false;
    END IF;
    t := transfer_event(t, 'insolvent', p_actor, p_now, v_crossing || jsonb_build_object('graceEndsAt', t.grace_ends_at));
  ELSIF t.status = 'insolvent' AND t.spent < t.allocated THEN
    t.status := 'active';
    t.insolvent_at := NULL;
    IF t.exhausted_at IS NULL THEN
      t.grace_ends_at := NULL;
    END IF;
    t := transfer_event(t, 'reinstated', p_actor, p_now, v_crossing);
  END IF;
  RETURN t;
END $$;

-- Tells the usage reports not told yet, as one event.
CREATE FUNCTION transfer_announce_usage(t transfer, p_spent bigint, p_now timestamptz) RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  t := transfer_event(t, 'usage_reported', 'system', p_now,
    jsonb_build_object('reports', t.usage_unannounced, 'spent', usd(p_spent), 'allocated', usd(t.allocated)));
  t.usage_unannounced := 0;
  t.usage_announced_at := p_now;
  RETURN t;
END $$;

-- A claim credential outlives its claim by 24 h, to report what it spent and what it tore down.
CREATE FUNCTION claim_end(t transfer, p_now timestamptz) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  UPDATE api_key SET expires_at = p_now + interval '24 hours'
    WHERE organisation_id = t.organisation_id AND id = t.claim_id
      AND (expires_at IS NULL OR expires_at > p_now + interval '24 hours');
$$;

-- Ends a transfer. Open holds are settled in full, since what they paid for may have happened.
CREATE FUNCTION transfer_end(
  t transfer, p_status text, p_reason text, p_actor text, p_now timestamptz, p_more jsonb DEFAULT '{}') RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  IF t.usage_unannounced > 0 THEN
    t := transfer_announce_usage(t, t.spent, p_now);
  END IF;
  IF t.held > 0 THEN
    WITH closed AS (
      UPDATE budget_hold SET state = 'closed'
        WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND state = 'open'
        RETURNING id, amount, epoch)
    INSERT INTO usage_ledger (organisation_id, transfer_id, kind, hold_id, amount, epoch, at)
      SELECT t.organisation_id, t.id, 'hold_closed', id, amount, epoch, p_now FROM closed;
    t.spent := t.spent + t.held;
    t.held := 0;
  END IF;
  t.status := p_status;
  t.ended_at := p_now;
  t.ended_reason := p_reason;
  t := transfer_event(t, p_status, p_actor, p_now,
    jsonb_build_object('reason', p_reason, 'spent', usd(t.spent), 'allocated', usd(t.allocated)) || p_more);
  PERFORM claim_end(t, p_now);
  RETURN t;
END $$;

-- Holds past their life are settled at their full amount, never at zero.
CREATE FUNCTION transfer_expire_holds(t transfer, p_until timestamptz, p_now timestamptz) RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_hold budget_hold;
BEGIN
  -- In the order of their ends: which one crosses a threshold is not left to a plan.
  FOR v_hold IN
    SELECT * FROM budget_hold
      WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND state = 'open' AND expires_at <= p_until
      ORDER BY expires_at, id FOR UPDATE
  LOOP
    UPDATE budget_hold SET state = 'expired'
      WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND id = v_hold.id;
    INSERT INTO usage_ledger (organisation_id, transfer_id, kind, hold_id, amount, epoch, at)
      VALUES (t.organisation_id, t.id, 'hold_expired', v_hold.id, v_hold.amount, v_hold.epoch, p_now);
    t.held := t.held - v_hold.amount;
    t := transfer_spend(t, v_hold.amount, 'system', p_now, jsonb_build_object('holdId', v_hold.id));
  END LOOP;
  RETURN t;
END $$;

-- Completes whatever the clock has already made true, and saves it. Called by every move under its lock and by
-- the reaper, so that a deadline never waits for a sweep and happens once.
CREATE FUNCTION transfer_pass_deadlines(t transfer, p_now timestamptz) RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_before transfer := t;
BEGIN
  IF t.status IN ('staged', 'provisioned', 'pushed') AND t.expires_at <= p_now THEN
    t := transfer_end(t, 'expired', 'never_activated', 'system', p_now);
  ELSIF t.status IN ('active', 'insolvent') THEN
    IF t.held > 0 THEN
      t := transfer_expire_holds(t, least(p_now, t.grace_ends_at), p_now);
    END IF;
    IF NOT t.lease_lapsed AND t.lease_expires_at <= p_now THEN
      t.lease_lapsed := true;
      t := transfer_event(t, 'lease_lapsed', 'system', p_now, jsonb_build_object('leaseExpiredAt', t.lease_expires_at));
    END IF;
    IF NOT t.grace_warned AND t.grace_ends_at - t.grace_ms * interval '0.5 milliseconds' <= p_now THEN
      t.grace_warned := true;
      t := transfer_event(t, 'grace_ending', 'system', p_now, jsonb_build_object('graceEndsAt', t.grace_ends_at));
    END IF;
    IF t.grace_ends_at <= p_now THEN
      t := transfer_end(t, 'terminated', 'grace_period_expired', 'system', p_now);
    END IF;
  END IF;
  IF t.usage_unannounced > 0 AND t.usage_announced_at <= p_now - interval '1 second' THEN
    t := transfer_announce_usage(t, t.spent, p_now);
  END IF;
  -- A hold that expires below every threshold changes the row and tells no event.
  IF t IS DISTINCT FROM v_before THEN
    PERFORM transfer_save(t, v_before.status);
  END IF;
  RETURN t;
END $$;

CREATE FUNCTION transfer_visible(t transfer, v jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT coalesce(CASE v->>'sees'
    WHEN 'organisation' THEN true
    WHEN 'own' THEN t.owner_id = v->>'id'
    WHEN 'staged' THEN t.staged_by = v->>'id'
    WHEN 'pool' THEN t.pool = v->>'pool' AND t.pool <> 'manual'
    WHEN 'claim' THEN t.id = v->>'transfer'
  END, false);
$$;

-- Whether the caller is one of the actors the rules name; `epoch` and `leaseHash` are what a runtime presents.
CREATE FUNCTION transfer_is_actor(t transfer, m jsonb, p_now timestamptz) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE
  AS $$
DECLARE
  v        jsonb := m->'viewer';
  v_manual boolean := t.pool = 'manual' AND v->>'kind' = 'orchestrator';
  v_who    text;
  v_is     boolean;
BEGIN
  FOR v_who IN SELECT jsonb_array_elements_text(m->'who') LOOP
    v_is := CASE v_who
      WHEN 'stager' THEN v->>'kind' = 'agent' AND t.staged_by = v->>'id'
      WHEN 'orchestrator' THEN v->>'kind' = 'orchestrator'
      WHEN 'person' THEN v->>'kind' = 'person'
      WHEN 'daemon' THEN v->>'kind' = 'runtime' AND v->>'claim' IS NULL
      WHEN 'reader' THEN v->>'kind' <> 'runtime' AND (v->>'readsContent')::boolean
      WHEN 'claimant' THEN v_manual OR (t.claim_id = v->>'claim'
        AND (t.claim_expires_at > p_now OR (t.status NOT IN ('provisioned', 'pushed') AND NOT t.awaiting_runtime)))
      -- A stale epoch is FENCED further on; the current one wants its secret.
      WHEN 'leaseHolder' THEN (v_manual OR v->>'transfer' = t.id)
        AND (t.epoch IS DISTINCT FROM (m->>'epoch')::integer OR t.lease_secret_hash = decode(m->>'leaseHash', 'hex'))
    END;
    IF v_is THEN
      RETURN true;
    END IF;
  END LOOP;
  RETURN false;
END $$;

-- What a fenced caller is told: the number of the owner that fenced it.
CREATE FUNCTION session_epoch_of(t transfer) RETURNS jsonb
  LANGUAGE sql STABLE
  AS $$
  SELECT jsonb_build_object('sessionEpoch', epoch) FROM session
    WHERE organisation_id = t.organisation_id AND id = t.session_id;
$$;

CREATE TYPE move_gate AS (answer jsonb, t transfer, now timestamptz);

-- The shared part of every move in the order of refusals. `answer` null: the move is legal so far, the row is locked
-- and judged at `now`. Else the answer to give.
CREATE FUNCTION transfer_gate(m jsonb) RETURNS move_gate
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g         move_gate;
  t         transfer;
  v_replay  jsonb := idempotency_claim(m);
  v_session text;
  v_state   text;
  v_legal   boolean;
BEGIN
  IF m->>'lock' = 'session' THEN
    SELECT session_id INTO v_session FROM transfer
      WHERE organisation_id = m->>'organisation' AND id = m->>'id';
    PERFORM 1 FROM session WHERE organisation_id = m->>'organisation' AND id = v_session FOR UPDATE;
    -- Its own row among them, ended or not: locked after the others it could meet a group of reports in the other order.
    PERFORM 1 FROM transfer
      WHERE organisation_id = m->>'organisation' AND session_id = v_session
        AND (status NOT IN ('terminated', 'expired') OR id = m->>'id')
      ORDER BY id FOR UPDATE;
  END IF;
  SELECT * INTO t FROM transfer WHERE organisation_id = m->>'organisation' AND id = m->>'id' FOR UPDATE;
  IF NOT FOUND OR NOT transfer_visible(t, m->'viewer') THEN
    -- The very answer of an id that does not exist; nothing is kept under its key.
    IF v_replay IS NULL AND m->>'key' IS NOT NULL THEN
      PERFORM idempotency_forget(m);
    END IF;
    g.answer := move_refuse(m - 'key', 'NOT_FOUND', false);
    RETURN g;
  END IF;
  v_replay := coalesce(v_replay, runtime_replay(t, m));
  IF v_replay IS NOT NULL THEN
    g.answer := v_replay;
    RETURN g;
  END IF;
  g.now := baton_now();
  -- Before the actor is judged: who may act depends on the state, which a passed deadline has already changed.
  t := transfer_pass_deadlines(t, g.now);
  IF NOT transfer_is_actor(t, m, g.now) THEN
    g.answer := move_refuse(m, 'WRONG_ACTOR', false, jsonb_build_object('transfer', transfer_json(t)));
    RETURN g;
  END IF;
  g.t := t;
  v_state := t.status || CASE WHEN t.awaiting_runtime THEN ':replaced' ELSE '' END;
  v_legal := m->'from' ? t.status OR m->'from' ? v_state;
  IF NOT v_legal AND t.status IN ('terminated', 'expired') THEN
    g.answer := transfer_refuse(m, t, 'TRANSFER_TERMINAL', false);
  ELSIF (t.fenced AND (m->>'fenceable')::boolean) OR t.epoch <> (m->>'epoch')::integer THEN
    g.answer := transfer_refuse(m, t, 'FENCED', false, session_epoch_of(t));
  ELSIF NOT v_legal THEN
    g.answer := transfer_refuse(m, t, 'STATE_CHANGED', false);
  END IF;
  RETURN g;
END $$;

CREATE FUNCTION transfer_refuse(m jsonb, t transfer, p_code text, p_retryable boolean, p_more jsonb DEFAULT '{}')
  RETURNS jsonb
  LANGUAGE sql VOLATILE
  AS $$
  SELECT move_refuse(m, p_code, p_retryable, jsonb_build_object('transfer', transfer_json(t)) || p_more);
$$;

CREATE FUNCTION transfer_succeed(m jsonb, t transfer, p_from text, p_more jsonb DEFAULT '{}') RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  PERFORM transfer_save(t, p_from);
  RETURN move_succeed(m, jsonb_build_object('transfer', transfer_json(t)) || p_more);
END $$;
