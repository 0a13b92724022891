-- A claim's credential, which every end of a transfer changes, may open no stream: its changes wake nobody, and no end of
-- a transfer waits for the one row of rights_head.
DROP TRIGGER api_key_rights ON api_key;
CREATE TRIGGER api_key_rights AFTER UPDATE OF revoked_at, expires_at, scopes ON api_key
  FOR EACH ROW WHEN (NEW.transfer_id IS NULL AND (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at
    OR OLD.expires_at IS DISTINCT FROM NEW.expires_at OR OLD.scopes IS DISTINCT FROM NEW.scopes))
  EXECUTE FUNCTION note_rights();
