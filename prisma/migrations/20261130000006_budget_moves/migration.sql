-- Holds, usage, top-ups. Usage and hold ids are their own idempotency keys, for ever.

-- The first answer of a usage or hold id seen before; null when it is new.
CREATE FUNCTION runtime_replay(t transfer, m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_amount bigint;
  v_answer jsonb;
BEGIN
  IF m->>'usageId' IS NOT NULL THEN
    SELECT amount, answer INTO v_amount, v_answer FROM (
      SELECT amount, answer FROM usage_ledger WHERE organisation_id = t.organisation_id AND transfer_id = t.id
        AND reporter = m->>'reporter' AND usage_id = m->>'usageId'
      UNION ALL
      SELECT reported, answer FROM late_usage WHERE organisation_id = t.organisation_id AND transfer_id = t.id
        AND reporter = m->>'reporter' AND usage_id = m->>'usageId') seen;
  ELSIF m->>'operation' = 'budgetHold' THEN
    SELECT amount, answer INTO v_amount, v_answer FROM budget_hold
      WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND id = m->>'holdId';
  ELSIF m->>'operation' = 'budgetSettle' THEN
    SELECT settled, settle_answer INTO v_amount, v_answer FROM budget_hold
      WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND id = m->>'holdId'
        AND settle_answer IS NOT NULL;
  ELSE
    RETURN NULL;
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF v_amount <> (m->>'amount')::bigint THEN
    RETURN move_refuse(m, 'DUPLICATE_IDEMPOTENCY_KEY', false);
  END IF;
  RETURN v_answer || '{"replayed": true}';
END $$;

-- Spend that came too late: known and shown, and counted outside the budget, if its reporter once owned the epoch.
CREATE FUNCTION transfer_record_late(m jsonb, t transfer, p_answer jsonb, p_amount bigint) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_now    timestamptz := baton_now();
  v_answer jsonb := p_answer || '{"recordedAsLate": true}';
BEGIN
  IF p_answer->>'code' NOT IN ('TRANSFER_TERMINAL', 'FENCED') OR (p_answer->>'replayed')::boolean OR NOT EXISTS (
      SELECT 1 FROM lease WHERE organisation_id = t.organisation_id AND transfer_id = t.id
        AND epoch = (m->>'epoch')::integer AND secret_hash = decode(m->>'leaseHash', 'hex')
        AND holder = coalesce(m#>>'{viewer,claim}', 'manual')) THEN
    RETURN p_answer;
  END IF;
  t.late := t.late + p_amount;
  IF p_amount <> 0 THEN
    t := transfer_event(t, 'usage_late', m#>>'{viewer,id}', v_now, jsonb_strip_nulls(jsonb_build_object(
      'usageId', m->>'usageId', 'holdId', m->>'holdId', 'epoch', (m->>'epoch')::integer,
      'amount', usd(p_amount), 'late', usd(t.late))));
  END IF;
  v_answer := v_answer || jsonb_build_object('transfer', transfer_json(t));
  INSERT INTO late_usage (organisation_id, transfer_id, reporter, usage_id, hold_id, reported, amount, epoch, detail, answer, at)
    VALUES (t.organisation_id, t.id, m->>'reporter', m->>'usageId', m->>'holdId', (m->>'amount')::bigint, p_amount,
      (m->>'epoch')::integer, m->'detail', v_answer, v_now);
  PERFORM transfer_save(t, t.status);
  RETURN v_answer;
END $$;

-- One report. m: usageId, reporter, amount, epoch, leaseHash, detail?
CREATE FUNCTION transfer_report_one(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g        move_gate := transfer_gate(m);
  t        transfer := g.t;
  v_from   text := t.status;
  v_amount bigint := (m->>'amount')::bigint;
  v_answer jsonb;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN transfer_record_late(m, t, g.answer, v_amount);
  END IF;
  IF NOT t.reporters @> ARRAY[m->>'reporter'] THEN
    t.reporters := t.reporters || (m->>'reporter');
  END IF;
  IF v_amount > 0 THEN
    t.usage_unannounced := t.usage_unannounced + 1;
    -- One event per transfer and second; the rest waits for the next report or the reaper.
    IF t.usage_announced_at IS NULL OR t.usage_announced_at <= g.now - interval '1 second' THEN
      t := transfer_announce_usage(t, t.spent + v_amount, g.now);
    END IF;
    t := transfer_spend(t, v_amount, m#>>'{viewer,id}', g.now, jsonb_build_object('usageId', m->>'usageId'));
  END IF;
  PERFORM transfer_save(t, v_from);
  v_answer := jsonb_build_object('ok', true, 'replayed', false, 'transfer', runtime_json(t));
  INSERT INTO usage_ledger (organisation_id, transfer_id, kind, reporter, usage_id, amount, epoch, detail, answer, at)
    VALUES (t.organisation_id, t.id, 'usage', m->>'reporter', m->>'usageId', v_amount, t.epoch, m->'detail', v_answer, g.now);
  RETURN v_answer;
END $$;

-- A group of reports in arrival order, an answer each. All rows are locked in id order before the first is judged:
-- without it 44 of 720 groups deadlocked.
CREATE FUNCTION transfer_report_usage(p_reports jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_answers jsonb := '[]';
  m         jsonb;
BEGIN
  IF jsonb_array_length(p_reports) > 1 THEN
    PERFORM 1 FROM transfer x
      WHERE (x.organisation_id, x.id) IN
        (SELECT r->>'organisation', r->>'id' FROM jsonb_array_elements(p_reports) r)
      ORDER BY x.id FOR UPDATE;
  END IF;
  FOR m IN SELECT jsonb_array_elements(p_reports) LOOP
    v_answers := v_answers || jsonb_build_array(transfer_report_one(m));
  END LOOP;
  RETURN v_answers;
END $$;

-- m: holdId, amount, lifeMs, epoch, leaseHash
CREATE FUNCTION budget_hold(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g        move_gate := transfer_gate(m);
  t        transfer := g.t;
  v_from   text := t.status;
  v_amount bigint := (m->>'amount')::bigint;
  v_answer jsonb;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.lease_expires_at <= g.now THEN
    RETURN transfer_refuse(m, t, 'NOT_READY', true, '{"missing": ["lease"]}');
  END IF;
  IF t.spent + t.held + v_amount > t.allocated THEN
    -- Exhausted: money is left, but no call that the budget could ever pay for fits, and nothing open will free any.
    IF t.held = 0 AND v_amount <= t.allocated AND t.exhausted_at IS NULL THEN
      t.exhausted_at := g.now;
      IF t.grace_ends_at IS NULL THEN
        t.grace_ends_at := g.now + t.grace_ms * interval '1 millisecond';
        t.grace_warned := false;
      END IF;
      IF NOT t.exhausted_announced THEN
        t.exhausted_announced := true;
        t := transfer_event(t, 'budget_exhausted', m#>>'{viewer,id}', g.now, jsonb_build_object('holdId', m->>'holdId',
          'amount', usd(v_amount), 'spent', usd(t.spent), 'allocated', usd(t.allocated), 'allocation', t.allocation,
          'graceEndsAt', t.grace_ends_at));
      END IF;
      PERFORM transfer_save(t, v_from);
    END IF;
    RETURN transfer_refuse(m, t, 'INSUFFICIENT_BUDGET', true);
  END IF;
  t.held := t.held + v_amount;
  PERFORM transfer_save(t, v_from);
  v_answer := jsonb_build_object('ok', true, 'replayed', false, 'transfer', runtime_json(t),
    'holdExpiresAt', g.now + (m->>'lifeMs')::integer * interval '1 millisecond');
  INSERT INTO budget_hold (organisation_id, transfer_id, id, amount, epoch, created_at, expires_at, answer)
    VALUES (t.organisation_id, t.id, m->>'holdId', v_amount, t.epoch, g.now,
      g.now + (m->>'lifeMs')::integer * interval '1 millisecond', v_answer);
  RETURN v_answer;
END $$;

-- m: holdId, amount (the true cost), epoch, leaseHash
CREATE FUNCTION budget_settle(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g        move_gate := transfer_gate(m);
  t        transfer := g.t;
  v_from   text := t.status;
  v_amount bigint := (m->>'amount')::bigint;
  v_hold   budget_hold;
  v_answer jsonb;
  v_change bigint;
BEGIN
  IF g.answer IS NOT NULL AND t.id IS NULL THEN
    RETURN g.answer;
  END IF;
  SELECT * INTO v_hold FROM budget_hold
    WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND id = m->>'holdId';
  IF g.answer IS NOT NULL THEN
    IF v_hold.id IS NULL THEN
      RETURN g.answer;
    END IF;
    -- The hold counts, or will count, in full: only the difference is late.
    v_answer := transfer_record_late(m, t, g.answer, v_amount - v_hold.amount);
    IF NOT v_answer ? 'recordedAsLate' THEN
      RETURN v_answer;
    END IF;
  ELSE
    IF v_hold.id IS NULL THEN
      RETURN move_refuse(m, 'NOT_FOUND', false);
    END IF;
    IF v_hold.state = 'open' THEN
      t.held := t.held - v_hold.amount;
      v_change := v_amount;
    ELSE
      v_change := v_amount - v_hold.amount;
    END IF;
    IF v_hold.state = 'open' OR v_change <> 0 THEN
      INSERT INTO usage_ledger (organisation_id, transfer_id, kind, hold_id, amount, epoch, at)
        VALUES (t.organisation_id, t.id, CASE v_hold.state WHEN 'open' THEN 'settle' ELSE 'adjustment' END,
          v_hold.id, v_change, t.epoch, g.now);
    END IF;
    t := transfer_spend(t, v_change, m#>>'{viewer,id}', g.now, jsonb_build_object('holdId', v_hold.id));
    PERFORM transfer_save(t, v_from);
    v_answer := jsonb_build_object('ok', true, 'replayed', false, 'transfer', runtime_json(t));
  END IF;
  UPDATE budget_hold SET settled = v_amount, settle_answer = v_answer,
      state = CASE WHEN state = 'open' AND (v_answer->>'ok')::boolean THEN 'settled' ELSE state END
    WHERE organisation_id = t.organisation_id AND transfer_id = t.id AND id = v_hold.id;
  RETURN v_answer;
END $$;

-- m: amount, reason
CREATE FUNCTION budget_top_up(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g            move_gate := transfer_gate(m);
  t            transfer := g.t;
  v_from       text := t.status;
  v_amount     bigint := (m->>'amount')::bigint;
  v_reinstated boolean;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  t.allocated := t.allocated + v_amount;
  t.allocation := t.allocation + 1;
  INSERT INTO budget_allocation (organisation_id, transfer_id, number, amount, reason, actor, at)
    VALUES (t.organisation_id, t.id, t.allocation, v_amount, m->>'reason', m#>>'{viewer,id}', g.now);
  v_reinstated := t.spent < t.allocated AND (t.status = 'insolvent' OR t.exhausted_at IS NOT NULL);
  t.exhausted_at := NULL;
  t.exhausted_announced := false;
  -- A threshold already passed when the allocation begins is not a crossing.
  t.warned := CASE WHEN t.spent::numeric * 100 >= t.allocated::numeric * 80 THEN 80
    WHEN t.spent::numeric * 100 >= t.allocated::numeric * 50 THEN 50 ELSE 0 END;
  IF t.spent < t.allocated THEN
    t.status := 'active';
    t.insolvent_at := NULL;
    t.grace_ends_at := NULL;
    t.grace_warned := false;
  END IF;
  t := transfer_event(t, 'budget_topped_up', m#>>'{viewer,id}', g.now, jsonb_build_object('amount', usd(v_amount),
    'reason', m->>'reason', 'allocated', usd(t.allocated), 'spent', usd(t.spent), 'allocation', t.allocation));
  IF v_reinstated THEN
    t := transfer_event(t, 'reinstated', m#>>'{viewer,id}', g.now,
      jsonb_build_object('spent', usd(t.spent), 'allocated', usd(t.allocated), 'allocation', t.allocation));
  END IF;
  RETURN transfer_succeed(m, t, v_from);
END $$;
