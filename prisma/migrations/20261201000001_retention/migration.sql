-- Purging, for who sets a retention; without it everything is kept. The one way by which rows of the log, the ledgers
-- and the manifests may leave is `purge_transfers`, which takes whole transfers that ended long ago.

-- As before, but for deletes inside `purge_transfers`. The audit log stays whatever happens.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('baton.purging', true) = 'on' AND TG_TABLE_NAME IN ('event', 'usage_ledger',
      'late_usage', 'budget_hold', 'budget_allocation', 'lease', 'snapshot', 'snapshot_part', 'snapshot_part_chunk') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% rows are immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE INDEX transfer_ended_idx ON transfer (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX transfer_snapshot_idx ON transfer (organisation_id, snapshot_id);
CREATE INDEX transfer_forked_from_idx ON transfer (organisation_id, forked_from_id) WHERE forked_from_id IS NOT NULL;
CREATE INDEX snapshot_parent_idx ON snapshot (organisation_id, parent_id) WHERE parent_id IS NOT NULL;

-- Whether a transfer may go: it ended before `p_before`, nothing was told of it since (late usage, its teardown, a fork),
-- all of that has its place in the feed, and no fork is left that came from it. So the floor passes no younger event.
CREATE FUNCTION is_purgeable(t transfer, p_before timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT t.ended_at < p_before
    AND NOT EXISTS (SELECT FROM event e WHERE e.organisation_id = t.organisation_id AND e.aggregate_id = t.id
      AND (e.position IS NULL OR e.at >= p_before))
    AND NOT EXISTS (SELECT FROM transfer f WHERE f.organisation_id = t.organisation_id AND f.forked_from_id = t.id);
$$;

-- Removes transfers that ended before `p_before`, with their events, money and claims, and snapshots that nothing else
-- is made from; says how many transfers. The floor of the feed rises in the same transaction past every event that went:
-- whoever would miss one is told CURSOR_EXPIRED. A session keeps its row, which is its epoch and its owner.
CREATE FUNCTION purge_transfers(p_before timestamptz, p_limit integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  t       transfer;
  v_floor bigint := 0;
  v_done  integer := 0;
BEGIN
  PERFORM set_config('baton.purging', 'on', true);
  FOR t IN
    SELECT x.* FROM transfer x WHERE x.ended_at < p_before AND is_purgeable(x, p_before)
    ORDER BY x.ended_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  LOOP
    -- Looked at anew: what the query above saw beside the row may be older than its lock, under which events are written.
    CONTINUE WHEN NOT is_purgeable(t, p_before);
    v_floor := greatest(v_floor, (SELECT max(position) FROM event
      WHERE organisation_id = t.organisation_id AND aggregate_id = t.id));
    DELETE FROM event WHERE organisation_id = t.organisation_id AND aggregate_id = t.id;
    DELETE FROM usage_ledger WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    DELETE FROM late_usage WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    DELETE FROM budget_hold WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    DELETE FROM budget_allocation WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    DELETE FROM used_transfer_token WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    DELETE FROM lease WHERE organisation_id = t.organisation_id AND transfer_id = t.id;
    -- One statement: a transfer names its claim's key, and the key its transfer.
    WITH claims AS (DELETE FROM api_key WHERE organisation_id = t.organisation_id AND transfer_id = t.id)
    DELETE FROM transfer WHERE organisation_id = t.organisation_id AND id = t.id;
    PERFORM purge_snapshot(t.organisation_id, t.snapshot_id);
    v_done := v_done + 1;
  END LOOP;
  UPDATE feed_head SET floor = v_floor WHERE floor < v_floor;
  PERFORM set_config('baton.purging', 'off', true);
  RETURN v_done;
END $$;

-- Removes a snapshot from which neither a transfer nor another snapshot is made, then its parent if that is so now.
CREATE FUNCTION purge_snapshot(p_organisation text, p_id text) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_parent text;
BEGIN
  -- Waits for who is making something from it right now, which then keeps it.
  SELECT parent_id INTO v_parent FROM snapshot WHERE organisation_id = p_organisation AND id = p_id FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM transfer WHERE organisation_id = p_organisation AND snapshot_id = p_id)
    OR EXISTS (SELECT FROM snapshot WHERE organisation_id = p_organisation AND parent_id = p_id) THEN
    RETURN;
  END IF;
  DELETE FROM snapshot_part_chunk WHERE organisation_id = p_organisation AND snapshot_id = p_id;
  DELETE FROM snapshot_part WHERE organisation_id = p_organisation AND snapshot_id = p_id;
  DELETE FROM snapshot WHERE organisation_id = p_organisation AND id = p_id;
  IF v_parent IS NOT NULL THEN
    PERFORM purge_snapshot(p_organisation, v_parent);
  END IF;
END $$;
