-- The order in which everybody reads the log. Positions are given after commit: ordering by transaction id inverted
-- sequences, since an UPDATE takes its id before it waits, and an idle transaction elsewhere stopped the feed.

-- One row: whoever stamps holds it, so that positions are given one after the other.
CREATE TABLE feed_head (
  id       integer PRIMARY KEY DEFAULT 1,
  -- Names this feed in cursors; travels with dump and restore, so that cursors survive them.
  feed_id  text NOT NULL DEFAULT substr(md5(gen_random_uuid()::text), 1, 12),
  position bigint NOT NULL DEFAULT 0,
  -- Positions up to here may have been purged.
  floor    bigint NOT NULL DEFAULT 0,
  CONSTRAINT feed_head_one_row CHECK (id = 1),
  CONSTRAINT feed_head_floor CHECK (floor BETWEEN 0 AND position)
);
INSERT INTO feed_head DEFAULT VALUES;

-- Numbers what has been committed and has no position yet, in order of id; says how many. An id is drawn under its
-- aggregate's lock, which is kept until commit: when an event is visible, those before it in its aggregate are too.
CREATE FUNCTION stamp_events(p_limit integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_head    bigint;
  v_stamped integer;
BEGIN
  SELECT position INTO v_head FROM feed_head FOR UPDATE;
  WITH batch AS (
    SELECT e.id, v_head + row_number() OVER (ORDER BY e.id) AS position
      FROM (SELECT id FROM event WHERE event.position IS NULL ORDER BY id LIMIT p_limit) e)
  UPDATE event SET position = batch.position FROM batch WHERE event.id = batch.id;
  GET DIAGNOSTICS v_stamped = ROW_COUNT;
  IF v_stamped > 0 THEN
    UPDATE feed_head SET position = v_head + v_stamped;
  END IF;
  RETURN v_stamped;
END $$;

-- Counts the changes of credentials, so that whoever tells an event can know, from the snapshot it read the event in,
-- that nobody lost rights since it last looked. A row, not a sequence: it must be seen with the change, not before.
CREATE TABLE rights_head (
  id      integer PRIMARY KEY DEFAULT 1,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT rights_head_one_row CHECK (id = 1)
);
INSERT INTO rights_head DEFAULT VALUES;

-- Whoever holds streams open for a credential is told when it loses rights. Rare, so NOTIFY may stand in the
-- transaction here.
CREATE FUNCTION note_rights() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE rights_head SET version = version + 1;
  NOTIFY baton_rights;
  RETURN NULL;
END $$;
CREATE TRIGGER api_key_rights AFTER UPDATE OF revoked_at, expires_at, scopes ON api_key
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.expires_at IS DISTINCT FROM NEW.expires_at
    OR OLD.scopes IS DISTINCT FROM NEW.scopes)
  EXECUTE FUNCTION note_rights();
CREATE TRIGGER principal_rights AFTER UPDATE OF disabled_at ON principal
  FOR EACH ROW WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at)
  EXECUTE FUNCTION note_rights();
