-- The reaper writes down what the clock has already made true. Any number may run: each claims rows with SKIP LOCKED,
-- and whoever holds a row completes it itself.

CREATE FUNCTION reap_transfers(p_limit integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_now  timestamptz := baton_now();
  v_done integer := 0;
  t      transfer;
BEGIN
  FOR t IN
    SELECT x.* FROM transfer x WHERE (x.organisation_id, x.id) IN (
      SELECT organisation_id, id FROM transfer
        WHERE status IN ('staged', 'provisioned', 'pushed') AND expires_at <= v_now
      UNION
      SELECT organisation_id, id FROM transfer
        WHERE status IN ('active', 'insolvent') AND NOT lease_lapsed AND lease_expires_at <= v_now
      UNION
      SELECT organisation_id, id FROM transfer
        WHERE status IN ('active', 'insolvent') AND grace_ends_at IS NOT NULL
          AND (grace_ends_at <= v_now
            OR (NOT grace_warned AND grace_ends_at - grace_ms * interval '0.5 milliseconds' <= v_now))
      UNION
      SELECT organisation_id, transfer_id FROM budget_hold WHERE state = 'open' AND expires_at <= v_now
      UNION
      SELECT organisation_id, id FROM transfer
        WHERE status IN ('active', 'insolvent') AND usage_unannounced > 0
          AND usage_announced_at <= v_now - interval '1 second')
    LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM transfer_pass_deadlines(t, baton_now());
    v_done := v_done + 1;
  END LOOP;
  RETURN v_done;
END $$;

-- Keys live 24 h; used token ids 24 h past their expiry, far longer than any clock could be wrong.
CREATE FUNCTION reap_keys(p_limit integer) RETURNS integer
  LANGUAGE sql VOLATILE
  AS $$
  WITH keys AS (
    DELETE FROM idempotency_key WHERE ctid IN (
      SELECT ctid FROM idempotency_key WHERE created_at <= baton_now() - interval '24 hours'
        LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1),
  tokens AS (
    DELETE FROM used_transfer_token WHERE ctid IN (
      SELECT ctid FROM used_transfer_token WHERE expires_at <= baton_now() - interval '24 hours'
        LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1)
  SELECT (SELECT count(*) FROM keys)::integer + (SELECT count(*) FROM tokens)::integer;
$$;
