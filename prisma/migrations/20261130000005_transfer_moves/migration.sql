-- From stage to teardown: one function per move, named by it.

-- A valid token that this move may redeem. What concerns only the call (signature, scope, tier, amount, pool) was
-- judged before; here what concerns the row, the clock and whether it was used.
CREATE FUNCTION token_fits(t transfer, m jsonb, p_now timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT coalesce(
    m#>>'{token,transfer}' = t.id
    AND m#>>'{token,checksum}' = t.checksum
    AND m#>>'{token,redeemer}' = m#>>'{viewer,id}'
    AND to_timestamp((m#>>'{token,expiresAt}')::bigint / 1000.0) > p_now
    AND NOT EXISTS (SELECT 1 FROM used_transfer_token WHERE jti = m#>>'{token,jti}'), false);
$$;

-- Uses the token up in the move's own transaction. Two redeemers at once: one of them meets the primary key, and its
-- whole move rolls back. Never ON CONFLICT here: that activated with a used token.
CREATE FUNCTION token_use(t transfer, m jsonb) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  INSERT INTO used_transfer_token (jti, organisation_id, transfer_id, scope, expires_at)
    VALUES (m#>>'{token,jti}', t.organisation_id, t.id, m#>>'{token,scope}',
      to_timestamp((m#>>'{token,expiresAt}')::bigint / 1000.0));
$$;

CREATE FUNCTION snapshot_store(m jsonb) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  s jsonb := m->'snapshot';
BEGIN
  INSERT INTO snapshot (id, organisation_id, checksum, format, session_label, source_host, source_client, source_cwd,
      parent_id, edits, byte_length, entries, last_entry_sha256, report, created_by)
    VALUES (s->>'id', m->>'organisation', s->>'checksum', s->>'format', s->>'sessionLabel', s->>'host', s->>'client',
      s->>'cwd', s->>'parent', coalesce(s->'edits', '[]'), (s->>'byteLength')::bigint, (s->>'entries')::integer,
      s->>'lastEntry', s->'report', m#>>'{viewer,id}');
  INSERT INTO snapshot_part (organisation_id, snapshot_id, ordinal, path, media_type, length, sha256)
    SELECT m->>'organisation', s->>'id', p.n, p.part->>'path', p.part->>'mediaType', (p.part->>'length')::bigint, p.part->>'sha256'
    FROM jsonb_array_elements(s->'parts') WITH ORDINALITY AS p (part, n);
  INSERT INTO snapshot_part_chunk (organisation_id, snapshot_id, part_ordinal, ordinal, sha256)
    SELECT m->>'organisation', s->>'id', p.n, c.n, c.sha256
    FROM jsonb_array_elements(s->'parts') WITH ORDINALITY AS p (part, n),
      jsonb_array_elements_text(p.part->'chunks') WITH ORDINALITY AS c (sha256, n);
END $$;

-- A new transfer in `staged`, of a stored snapshot.
CREATE FUNCTION transfer_create(m jsonb, p_session session, p_snapshot snapshot, p_now timestamptz) RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  t transfer;
BEGIN
  INSERT INTO transfer (id, organisation_id, session_id, snapshot_id, checksum, snapshot_entries, snapshot_last_entry,
      staged_by, owner_id, source_host, source_client, source_cwd, forked_from_id, status, base_epoch, staged_at, ttl_ms,
      expires_at, secrets_count, secrets_digest)
    VALUES (m->>'newId', m->>'organisation', p_session.id, p_snapshot.id, p_snapshot.checksum, p_snapshot.entries,
      p_snapshot.last_entry_sha256, m#>>'{viewer,id}',
      (SELECT coalesce(p.owner_id, p.id) FROM principal p WHERE p.id = p_session.owner_id),
      p_snapshot.source_host, p_snapshot.source_client, p_snapshot.source_cwd, m->>'forkedFrom', 'staged',
      p_session.epoch, p_now, (m->>'ttlMs')::integer,
      -- Waiting for a person to accept secrets stops the TTL for at most a day.
      p_now + CASE WHEN m#>>'{secrets,digest}' IS NULL THEN (m->>'ttlMs')::integer * interval '1 millisecond'
        ELSE interval '24 hours' END,
      coalesce((m#>>'{secrets,count}')::integer, 0), m#>>'{secrets,digest}')
    RETURNING * INTO t;
  t := transfer_event(t, 'snapshot_created', t.staged_by, p_now, jsonb_strip_nulls(jsonb_build_object(
    'checksum', t.checksum, 'bytes', p_snapshot.byte_length, 'entries', p_snapshot.entries, 'session', t.session_id,
    'forkedFrom', t.forked_from_id)));
  IF t.secrets_digest IS NOT NULL THEN
    t := transfer_event(t, 'secrets_found', t.staged_by, p_now,
      jsonb_build_object('count', t.secrets_count, 'digest', t.secrets_digest));
  END IF;
  UPDATE transfer SET event_sequence = t.event_sequence WHERE organisation_id = t.organisation_id AND id = t.id;
  RETURN t;
END $$;

-- m: session? (existing id), newSession, label, newId, ttlMs, snapshot, secrets?, epoch?, leaseHash?
CREATE FUNCTION transfer_stage(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_replay   jsonb := idempotency_claim(m);
  v_now      timestamptz;
  v_session  session;
  v_live     transfer;
  v_snapshot snapshot;
  v_may      boolean := true;
  t          transfer;
BEGIN
  -- Before anything that may have changed since: who holds the session is no part of a repeat.
  IF v_replay IS NOT NULL THEN
    RETURN v_replay;
  END IF;
  IF m->>'session' IS NOT NULL THEN
    SELECT * INTO v_session FROM session
      WHERE organisation_id = m->>'organisation' AND id = m->>'session' FOR UPDATE;
    SELECT * INTO v_live FROM transfer
      WHERE organisation_id = m->>'organisation' AND session_id = v_session.id AND status IN ('active', 'insolvent')
      FOR UPDATE;
    v_now := baton_now();
    IF v_live.id IS NOT NULL THEN
      v_live := transfer_pass_deadlines(v_live, v_now);
    END IF;
    -- While it lives elsewhere a session is its lease holder's to stage; else its owner's; the orchestrator's always.
    v_may := v_session.id IS NOT NULL AND (m#>>'{viewer,kind}' = 'orchestrator' OR CASE
      WHEN v_live.status IN ('active', 'insolvent') THEN m#>>'{viewer,transfer}' = v_live.id
        AND v_live.epoch = (m->>'epoch')::integer AND v_live.lease_secret_hash = decode(m->>'leaseHash', 'hex')
      ELSE v_session.owner_id = m#>>'{viewer,id}' AND m#>>'{viewer,claim}' IS NULL END);
  END IF;
  IF v_may IS NOT TRUE THEN
    IF m->>'key' IS NOT NULL THEN
      PERFORM idempotency_forget(m);
    END IF;
    RETURN move_refuse(m - 'key', 'NOT_FOUND', false);
  END IF;
  IF v_session.id IS NULL THEN
    INSERT INTO session (id, organisation_id, owner_id, label)
      VALUES (m->>'newSession', m->>'organisation', m#>>'{viewer,id}', m->>'label')
      RETURNING * INTO v_session;
  END IF;
  PERFORM snapshot_store(m);
  SELECT * INTO v_snapshot FROM snapshot WHERE id = m#>>'{snapshot,id}';
  t := transfer_create(m, v_session, v_snapshot, baton_now());
  RETURN move_succeed(m, jsonb_build_object('transfer', transfer_json(t)));
END $$;

-- m: newSession, newId, ttlMs
CREATE FUNCTION transfer_fork(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g          move_gate := transfer_gate(m);
  t          transfer := g.t;
  v_session  session;
  v_snapshot snapshot;
  v_fork     transfer;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  SELECT * INTO v_snapshot FROM snapshot WHERE organisation_id = t.organisation_id AND id = t.snapshot_id;
  INSERT INTO session (id, organisation_id, owner_id, label)
    VALUES (m->>'newSession', t.organisation_id, m#>>'{viewer,id}', v_snapshot.session_label)
    RETURNING * INTO v_session;
  v_fork := transfer_create(m || jsonb_build_object('forkedFrom', t.id,
    'secrets', jsonb_build_object('count', t.secrets_count, 'digest', t.secrets_digest)), v_session, v_snapshot, g.now);
  t := transfer_event(t, 'session_forked', m#>>'{viewer,id}', g.now,
    jsonb_build_object('transfer', v_fork.id, 'session', v_session.id));
  PERFORM transfer_save(t, t.status);
  RETURN move_succeed(m, jsonb_build_object('transfer', transfer_json(v_fork)));
END $$;

-- m: secretsDigest
CREATE FUNCTION transfer_accept_secrets(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  t      transfer := g.t;
  v_from text := t.status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.secrets_digest IS NULL OR t.secrets_accepted_at IS NOT NULL THEN
    RETURN transfer_refuse(m, t, 'STATE_CHANGED', false);
  END IF;
  IF t.secrets_digest <> m->>'secretsDigest' THEN
    RETURN transfer_refuse(m, t, 'INVALID_INPUT', false, jsonb_build_object('issues', jsonb_build_array(
      jsonb_build_object('path', 'secretsDigest', 'code', 'MISMATCH', 'message', 'is not the digest of this transfer''s secrets report'))));
  END IF;
  t.secrets_accepted_at := g.now;
  t.secrets_accepted_by := m#>>'{viewer,id}';
  t.expires_at := least(t.staged_at + interval '24 hours', g.now + t.ttl_ms * interval '1 millisecond');
  t := transfer_event(t, 'secrets_accepted', m#>>'{viewer,id}', g.now,
    jsonb_build_object('count', t.secrets_count, 'digest', t.secrets_digest));
  RETURN transfer_succeed(m, t, v_from);
END $$;

-- Checks that a token may be minted and says what it is bound to; the signature is made outside.
-- m: jti, scope, redeemer?
CREATE FUNCTION transfer_token_mint(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g          move_gate := transfer_gate(m);
  t          transfer := g.t;
  v_redeemer text := m->>'redeemer';
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  -- Who staged; where that is a runtime or a person, which redeem nothing, the orchestrator that mints.
  IF v_redeemer IS NULL THEN
    SELECT CASE WHEN p.kind NOT IN ('agent', 'orchestrator') AND m#>>'{viewer,kind}' = 'orchestrator'
        THEN m#>>'{viewer,id}' ELSE p.id END
      INTO v_redeemer FROM principal p WHERE p.organisation_id = t.organisation_id AND p.id = t.staged_by;
  END IF;
  IF m->>'scope' = 'activate' AND t.status NOT IN ('active', 'insolvent') AND t.verified_at IS NULL THEN
    RETURN transfer_refuse(m, t, 'NOT_READY', true, '{"missing": ["destination_verified"]}');
  END IF;
  IF NOT EXISTS (SELECT 1 FROM principal p WHERE p.organisation_id = t.organisation_id AND p.id = v_redeemer
      AND p.kind IN ('agent', 'orchestrator') AND p.disabled_at IS NULL) THEN
    RETURN transfer_refuse(m, t, 'INVALID_INPUT', false, jsonb_build_object('issues', jsonb_build_array(
      jsonb_build_object('path', 'redeemer', 'code', 'NOT_A_REDEEMER',
        'message', 'name an agent or an orchestrator of this organisation'))));
  END IF;
  INSERT INTO audit (organisation_id, actor, action, subject, outcome, request_id)
    VALUES (t.organisation_id, m#>>'{viewer,id}', m->>'operation', t.id, 'done', m->>'request');
  RETURN move_succeed(m, jsonb_build_object('transfer', transfer_json(t), 'redeemer', v_redeemer, 'now', g.now));
END $$;

-- m: token, tier, limits?, allocated, pool, graceMs, tierLimit? (what exceeds the tier)
CREATE FUNCTION transfer_provision(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  t      transfer := g.t;
  v_from text := t.status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF NOT token_fits(t, m, g.now) THEN
    RETURN transfer_refuse(m, t, 'TOKEN_REJECTED', false);
  END IF;
  IF m->'tierLimit' IS NOT NULL THEN
    RETURN transfer_refuse(m, t, 'TIER_LIMIT', false, jsonb_build_object('issues', m->'tierLimit'));
  END IF;
  t.status := 'provisioned';
  t.provisioned_at := g.now;
  t.tier := m->>'tier';
  t.limits := m->'limits';
  t.pool := m->>'pool';
  t.grace_ms := (m->>'graceMs')::integer;
  t.allocated := (m->>'allocated')::bigint;
  t.allocation := 1;
  INSERT INTO budget_allocation (organisation_id, transfer_id, number, amount, reason, actor, at)
    VALUES (t.organisation_id, t.id, 1, t.allocated, 'provisioned', m#>>'{viewer,id}', g.now);
  t := transfer_event(t, 'runtime_provisioned', m#>>'{viewer,id}', g.now, jsonb_build_object('tier', t.tier,
    'allocated', usd(t.allocated), 'pool', t.pool, 'graceSeconds', t.grace_ms / 1000.0, 'token', m#>>'{token,jti}'));
  PERFORM token_use(t, m);
  RETURN transfer_succeed(m, t, v_from);
END $$;

-- m: credential {id, prefix, hash}
CREATE FUNCTION transfer_claim(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  t      transfer := g.t;
  v_from text := t.status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.claim_id IS NOT NULL AND t.claim_expires_at > g.now THEN
    RETURN transfer_refuse(m, t, 'STATE_CHANGED', false);
  END IF;
  PERFORM claim_end(t, g.now);
  INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes, transfer_id, created_by)
    VALUES (m#>>'{credential,id}', t.organisation_id, m#>>'{viewer,id}', 'runtime', m#>>'{credential,prefix}',
      decode(m#>>'{credential,hash}', 'hex'),
      ARRAY['transfer:read', 'transfer:content', 'transfer:stage', 'usage:report'], t.id, m#>>'{viewer,id}');
  t.claim_id := m#>>'{credential,id}';
  t.claimed_by := m#>>'{viewer,id}';
  t.claimed_at := g.now;
  t.claim_expires_at := g.now + interval '2 minutes';
  -- What a lapsed claim had verified is gone with it.
  t.verification_id := NULL;
  t.verified_at := NULL;
  t.lease_secret_hash := NULL;
  t := transfer_event(t, 'runtime_claimed', m#>>'{viewer,id}', g.now, jsonb_build_object('claim', t.claim_id));
  RETURN transfer_succeed(m, t, v_from);
END $$;

-- Each call of the claimant keeps its claim standing.
CREATE FUNCTION transfer_touch_claim(p_organisation text, p_id text, p_claim text) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  UPDATE transfer SET claim_expires_at = baton_now() + interval '2 minutes'
    WHERE organisation_id = p_organisation AND id = p_id AND claim_id = p_claim
      AND (status IN ('provisioned', 'pushed') OR awaiting_runtime)
      -- A lapsed claim stays lapsed; a fresh one need not be written at every poll.
      AND claim_expires_at > baton_now() AND claim_expires_at < baton_now() + interval '110 seconds';
$$;

-- m: snapshot (the manifest row that was recomputed), mismatch? (found then), secrets (places in its report)
CREATE FUNCTION transfer_push(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  t      transfer := g.t;
  v_from text := t.status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF m->'mismatch' IS NOT NULL OR m->>'snapshot' IS DISTINCT FROM t.snapshot_id THEN
    RETURN transfer_refuse(m, t, 'CHECKSUM_MISMATCH', false, jsonb_build_object('mismatch', m->'mismatch'));
  END IF;
  IF t.secrets_digest IS NOT NULL AND t.secrets_accepted_at IS NULL THEN
    RETURN transfer_refuse(m, t, 'SECRET_DETECTED', false, jsonb_build_object('secrets', m->'secrets'));
  END IF;
  t.status := 'pushed';
  t.pushed_at := g.now;
  t := transfer_event(t, 'state_pushed', m#>>'{viewer,id}', g.now, jsonb_build_object('checksum', t.checksum));
  RETURN transfer_succeed(m, t, v_from);
END $$;

-- m: checksum, entries?, lastEntry?, newLeaseHash, verification (id of this verification)
CREATE FUNCTION transfer_verify_destination(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  t      transfer := g.t;
  v_from text := t.status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF m->>'checksum' <> t.checksum OR (m->>'entries')::integer IS DISTINCT FROM t.snapshot_entries
     OR m->>'lastEntry' IS DISTINCT FROM t.snapshot_last_entry THEN
    RETURN transfer_refuse(m, t, 'CHECKSUM_MISMATCH', false, jsonb_build_object('mismatch', jsonb_build_object(
      'expected', jsonb_build_object('sha256', t.checksum, 'entries', t.snapshot_entries, 'lastEntrySha256', t.snapshot_last_entry),
      'actual', jsonb_build_object('sha256', m->>'checksum', 'entries', (m->>'entries')::integer, 'lastEntrySha256', m->>'lastEntry'))));
  END IF;
  t.verification_id := m->>'verification';
  t.verified_at := g.now;
  t.lease_secret_hash := decode(m->>'newLeaseHash', 'hex');
  t.claim_expires_at := g.now + interval '2 minutes';
  IF t.awaiting_runtime THEN
    -- A replacement is live at once: its epoch was raised when the lost runtime was replaced.
    t := transfer_start_lease(t, m, g.now);
    t.awaiting_runtime := false;
  END IF;
  t := transfer_event(t, 'destination_verified', m#>>'{viewer,id}', g.now,
    jsonb_build_object('verification', t.verification_id, 'entries', t.snapshot_entries));
  RETURN transfer_succeed(m, t, v_from);
END $$;

CREATE FUNCTION transfer_start_lease(t transfer, m jsonb, p_now timestamptz) RETURNS transfer
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  t.lease_expires_at := p_now + interval '30 seconds';
  t.lease_lapsed := false;
  t.heartbeat_at := NULL;
  INSERT INTO lease (organisation_id, transfer_id, epoch, holder, secret_hash, started_at)
    VALUES (t.organisation_id, t.id, t.epoch, coalesce(t.claim_id, 'manual'), t.lease_secret_hash, p_now);
  RETURN t;
END $$;

-- Raises the session's epoch. Its other open transfers rest on an older one: only expiry is left to them.
CREATE FUNCTION session_raise_epoch(t transfer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_epoch integer;
BEGIN
  UPDATE session SET epoch = epoch + 1 WHERE organisation_id = t.organisation_id AND id = t.session_id
    RETURNING epoch INTO v_epoch;
  UPDATE transfer SET fenced = true
    WHERE organisation_id = t.organisation_id AND session_id = t.session_id AND id <> t.id
      AND status IN ('staged', 'provisioned', 'pushed');
  RETURN v_epoch;
END $$;

-- m: token, entriesSince?; lock = session
CREATE FUNCTION transfer_activate(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g          move_gate := transfer_gate(m);
  t          transfer := g.t;
  v_from     text := t.status;
  v_previous transfer;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.base_epoch <> (SELECT epoch FROM session WHERE organisation_id = t.organisation_id AND id = t.session_id) THEN
    RETURN transfer_refuse(m, t, 'FENCED', false, session_epoch_of(t));
  END IF;
  IF NOT token_fits(t, m, g.now) THEN
    RETURN transfer_refuse(m, t, 'TOKEN_REJECTED', false);
  END IF;
  IF t.verified_at IS NULL OR (t.pool <> 'manual' AND t.claim_expires_at <= g.now) THEN
    RETURN transfer_refuse(m, t, 'NOT_READY', true, jsonb_build_object('missing', jsonb_build_array(
      CASE WHEN t.verified_at IS NULL THEN 'destination_verified' ELSE 'runtime_claimed' END)));
  END IF;
  IF m#>>'{token,verification}' IS DISTINCT FROM t.verification_id THEN
    RETURN transfer_refuse(m, t, 'TOKEN_REJECTED', false);
  END IF;
  SELECT * INTO v_previous FROM transfer
    WHERE organisation_id = t.organisation_id AND session_id = t.session_id AND status IN ('active', 'insolvent');
  IF FOUND THEN
    v_previous := transfer_pass_deadlines(v_previous, g.now);
    IF v_previous.status IN ('active', 'insolvent') THEN
      PERFORM transfer_supersede(v_previous, t.id, g.now);
    END IF;
  END IF;
  t.epoch := session_raise_epoch(t);
  t.status := 'active';
  t.activated_at := g.now;
  t.entries_since := (m->>'entriesSince')::integer;
  t := transfer_start_lease(t, m, g.now);
  t := transfer_event(t, 'activated', m#>>'{viewer,id}', g.now, jsonb_strip_nulls(jsonb_build_object(
    'epoch', t.epoch, 'previousEpoch', t.base_epoch, 'token', m#>>'{token,jti}', 'supersedes', v_previous.id,
    'entriesSinceSnapshot', t.entries_since)));
  PERFORM token_use(t, m);
  RETURN transfer_succeed(m, t, v_from);
END $$;

CREATE FUNCTION transfer_supersede(t transfer, p_by text, p_now timestamptz) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_from text := t.status;
BEGIN
  t := transfer_end(t, 'terminated', 'superseded', 'system', p_now, jsonb_build_object('by', p_by));
  PERFORM transfer_save(t, v_from);
END $$;

-- m: token (scope activate, bound to the current epoch), driverReport {state, observedAt}; lock = session
CREATE FUNCTION transfer_replace_runtime(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g       move_gate := transfer_gate(m);
  t       transfer := g.t;
  v_from  text := t.status;
  v_epoch integer := t.epoch;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF NOT token_fits(t, m, g.now) OR (m#>>'{token,epoch}')::integer IS DISTINCT FROM t.epoch THEN
    RETURN transfer_refuse(m, t, 'TOKEN_REJECTED', false);
  END IF;
  IF t.awaiting_runtime OR t.lease_expires_at > g.now THEN
    RETURN transfer_refuse(m, t, 'NOT_READY', true, '{"missing": ["lease_lapsed"]}');
  END IF;
  PERFORM claim_end(t, g.now);
  t.epoch := session_raise_epoch(t);
  t := transfer_event(t, 'runtime_replaced', m#>>'{viewer,id}', g.now, jsonb_build_object(
    'epoch', t.epoch, 'previousEpoch', v_epoch, 'driverReport', m->'driverReport', 'token', m#>>'{token,jti}',
    -- The next runtime resumes from the last snapshot: what was done since this moment is lost.
    'lostSince', t.pushed_at, 'lastHeartbeatAt', t.heartbeat_at));
  t.driver_report := m->'driverReport';
  t.awaiting_runtime := true;
  t.claim_id := NULL;
  t.claimed_by := NULL;
  t.claimed_at := NULL;
  t.claim_expires_at := NULL;
  t.verification_id := NULL;
  t.verified_at := NULL;
  t.lease_secret_hash := NULL;
  t.lease_expires_at := NULL;
  t.lease_lapsed := false;
  t.heartbeat_at := NULL;
  PERFORM token_use(t, m);
  RETURN transfer_succeed(m, t, v_from);
END $$;

-- m: epoch, leaseHash
CREATE FUNCTION transfer_renew_lease(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g move_gate := transfer_gate(m);
  t transfer := g.t;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.lease_lapsed THEN
    t.lease_lapsed := false;
    t := transfer_event(t, 'heartbeat', m#>>'{viewer,id}', g.now, jsonb_build_object('lapsedAt', t.lease_expires_at));
  END IF;
  t.lease_expires_at := g.now + interval '30 seconds';
  t.heartbeat_at := g.now;
  RETURN transfer_succeed(m, t, t.status);
END $$;

-- m: reason
CREATE FUNCTION transfer_terminate(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g      move_gate := transfer_gate(m);
  v_from text := (g.t).status;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  RETURN transfer_succeed(m, transfer_end(g.t, 'terminated', m->>'reason', m#>>'{viewer,id}', g.now), v_from);
END $$;

-- m: proven
CREATE FUNCTION transfer_report_teardown(m jsonb) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  g move_gate := transfer_gate(m);
  t transfer := g.t;
BEGIN
  IF g.answer IS NOT NULL THEN
    RETURN g.answer;
  END IF;
  IF t.torn_down_at IS NOT NULL THEN
    RETURN transfer_refuse(m, t, 'STATE_CHANGED', false);
  END IF;
  t.torn_down_at := g.now;
  t.teardown_proven := (m->>'proven')::boolean;
  t := transfer_event(t, 'runtime_torn_down', m#>>'{viewer,id}', g.now, jsonb_build_object('proven', t.teardown_proven));
  RETURN transfer_succeed(m, t, t.status);
END $$;
