-- How people sign in: passwords, the links by which they are first set, and what bounds guessing. Secrets are here as
-- hashes alone. Lock order: principal, set_up_link, password, sign_in, rights_head.

ALTER TABLE sign_in ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT baton_now();

-- When a session ends by itself: 12 hours after it began, as its row says, or an hour after its last use.
CREATE FUNCTION sign_in_ends_at(s sign_in) RETURNS timestamptz
  LANGUAGE sql STABLE
  AS $$ SELECT least(s.expires_at, s.last_used_at + interval '1 hour') $$;

CREATE TABLE password (
  organisation_id text NOT NULL,
  person_id       text NOT NULL,
  kind            text NOT NULL DEFAULT 'person',
  -- Argon2id with its parameters and salt, in PHC's form.
  hash            text NOT NULL,
  set_at          timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT password_person_fkey FOREIGN KEY (organisation_id, person_id, kind)
    REFERENCES principal (organisation_id, id, kind),
  CONSTRAINT password_is_person CHECK (kind = 'person'),
  CONSTRAINT password_hash_form CHECK (hash ~ '^\$argon2id\$')
);

-- Lets a person set a password, once. One row a person: a new link replaces the one before.
CREATE TABLE set_up_link (
  organisation_id text NOT NULL,
  person_id       text NOT NULL,
  kind            text NOT NULL DEFAULT 'person',
  secret_hash     bytea NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz,
  PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT set_up_link_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT set_up_link_person_fkey FOREIGN KEY (organisation_id, person_id, kind)
    REFERENCES principal (organisation_id, id, kind),
  CONSTRAINT set_up_link_is_person CHECK (kind = 'person'),
  CONSTRAINT set_up_link_hash_length CHECK (octet_length(secret_hash) = 32)
);

-- Attempts to prove who one is, by what they are counted by: a hash, since people paste passwords in the wrong field.
CREATE TABLE sign_in_attempt (
  counted_by text PRIMARY KEY,
  taken      integer NOT NULL,
  ends_at    timestamptz NOT NULL
);
CREATE INDEX sign_in_attempt_ends_at_idx ON sign_in_attempt (ends_at);

CREATE TRIGGER sign_in_rights AFTER UPDATE OF ended_at, expires_at ON sign_in
  FOR EACH ROW WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR OLD.expires_at IS DISTINCT FROM NEW.expires_at)
  EXECUTE FUNCTION note_rights();

-- Ends this session of a person, or all without an id; says how many.
CREATE FUNCTION end_sign_ins(p_organisation text, p_person text, p_id text DEFAULT NULL) RETURNS integer
  LANGUAGE sql VOLATILE
  AS $$
  WITH mine AS (
    SELECT s.id FROM sign_in s
      WHERE s.organisation_id = p_organisation AND s.person_id = p_person AND s.id = coalesce(p_id, s.id)
        AND s.ended_at IS NULL ORDER BY s.id FOR UPDATE),
  ended AS (
    UPDATE sign_in s SET ended_at = baton_now() FROM mine WHERE s.id = mine.id RETURNING 1)
  SELECT count(*)::integer FROM ended;
$$;

-- Who is disabled has no session left: a decision that locks its session afterwards finds it ended.
CREATE FUNCTION end_sign_ins_of_disabled() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM end_sign_ins(NEW.organisation_id, NEW.id);
  RETURN NULL;
END $$;
-- Its name puts it before principal_rights: sessions are locked before rights_head everywhere.
CREATE TRIGGER principal_ends_sign_ins AFTER UPDATE OF disabled_at ON principal
  FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL)
  EXECUTE FUNCTION end_sign_ins_of_disabled();

-- Counts one attempt under each of these, before anything is judged, so that many at once pass no limit. `wait` is
-- null when none is over its most; `first` says that this attempt was the first over it. What is behind a limit that
-- was passed is not counted. Windows are 15 minutes long.
CREATE FUNCTION sign_in_attempt_take(p_counted_by text[], p_most integer[]) RETURNS TABLE (wait double precision, first boolean)
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_now timestamptz := baton_now();
  v     sign_in_attempt;
BEGIN
  FOR i IN 1 .. cardinality(p_counted_by) LOOP
    INSERT INTO sign_in_attempt AS a (counted_by, taken, ends_at)
      VALUES (p_counted_by[i], 1, v_now + interval '15 minutes')
      ON CONFLICT (counted_by) DO UPDATE SET
        taken = CASE WHEN a.ends_at <= v_now THEN 1 ELSE a.taken + 1 END,
        ends_at = CASE WHEN a.ends_at <= v_now THEN excluded.ends_at ELSE a.ends_at END
      RETURNING * INTO v;
    IF v.taken > p_most[i] THEN
      RETURN QUERY SELECT extract(epoch FROM v.ends_at - v_now)::double precision, v.taken = p_most[i] + 1;
      RETURN;
    END IF;
  END LOOP;
  RETURN QUERY SELECT NULL::double precision, false;
END $$;

-- An attempt that succeeded counts under none.
CREATE FUNCTION sign_in_attempt_give_back(p_counted_by text[]) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  WITH mine AS (
    SELECT a.counted_by FROM unnest(p_counted_by) WITH ORDINALITY AS p (counted_by, n)
      JOIN sign_in_attempt a USING (counted_by) ORDER BY p.n FOR UPDATE OF a)
  UPDATE sign_in_attempt a SET taken = greatest(a.taken - 1, 0) FROM mine WHERE a.counted_by = mine.counted_by;
$$;

-- Whether the person may sign in, and the password is still the one that was compared. Both stay so until commit.
CREATE FUNCTION person_stands(m jsonb) RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  PERFORM 1 FROM principal
    WHERE organisation_id = m->>'organisation' AND id = m->>'person' AND disabled_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM 1 FROM password
    WHERE organisation_id = m->>'organisation' AND person_id = m->>'person' AND hash = m->>'compared' FOR SHARE;
  RETURN FOUND;
END $$;

CREATE FUNCTION sign_in_audit(m jsonb, p_action text, p_actor text, p_subject text) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  INSERT INTO audit (organisation_id, actor, action, subject, outcome, request_id)
    VALUES (m->>'organisation', p_actor, p_action, p_subject, 'done', m->>'request');
$$;

-- m: organisation, person, compared (hash of the password that was given), id, secretHash (hex), replaces? (hex, of the
-- session that the same browser had), request. No row: the person may not sign in any more.
CREATE FUNCTION sign_in_begin(m jsonb) RETURNS SETOF sign_in
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  IF NOT person_stands(m) THEN
    RETURN;
  END IF;
  UPDATE sign_in SET ended_at = baton_now()
    WHERE secret_hash = decode(m->>'replaces', 'hex') AND ended_at IS NULL;
  PERFORM sign_in_audit(m, 'signIn', m->>'person', m->>'id');
  RETURN QUERY INSERT INTO sign_in (id, organisation_id, person_id, secret_hash, created_at, last_used_at, expires_at)
    SELECT m->>'id', m->>'organisation', m->>'person', decode(m->>'secretHash', 'hex'), now, now, now + interval '12 hours'
      FROM baton_now() AS now
    RETURNING *;
END $$;

-- m: organisation, person, compared, id, request. No row: the session is over.
CREATE FUNCTION sign_in_confirm(m jsonb) RETURNS SETOF sign_in
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  s sign_in;
BEGIN
  IF NOT person_stands(m) THEN
    RETURN;
  END IF;
  UPDATE sign_in x SET confirmed_at = baton_now(), last_used_at = baton_now()
    WHERE organisation_id = m->>'organisation' AND id = m->>'id' AND person_id = m->>'person' AND ended_at IS NULL
      AND sign_in_ends_at(x) > baton_now()
    RETURNING * INTO s;
  IF FOUND THEN
    PERFORM sign_in_audit(m, 'signInConfirm', m->>'person', s.id);
    RETURN NEXT s;
  END IF;
END $$;

-- m: organisation, person, id? (every session of the person without it), request. Says how many it ended.
CREATE FUNCTION sign_in_end(m jsonb) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
DECLARE
  v_ended integer := end_sign_ins(m->>'organisation', m->>'person', m->>'id');
BEGIN
  PERFORM sign_in_audit(m, CASE WHEN m->>'id' IS NULL THEN 'signOutEverywhere' ELSE 'signOut' END, m->>'person',
    coalesce(m->>'id', m->>'person'));
  RETURN v_ended;
END $$;

-- The link's person, when it is good now.
CREATE FUNCTION set_up_link_person(p_secret_hash text) RETURNS TABLE (organisation_id text, person_id text)
  LANGUAGE sql VOLATILE
  AS $$
  SELECT l.organisation_id, l.person_id FROM set_up_link l
    JOIN principal p ON p.organisation_id = l.organisation_id AND p.id = l.person_id
    WHERE l.secret_hash = decode(p_secret_hash, 'hex') AND l.used_at IS NULL AND l.expires_at > baton_now()
      AND p.disabled_at IS NULL;
$$;

-- m: organisation, person, secretHash (hex), hash (of the new password), request. Sets the password, and ends every
-- session of the person. False: the link is no good any more.
CREATE FUNCTION set_up_link_use(m jsonb) RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  PERFORM 1 FROM principal
    WHERE organisation_id = m->>'organisation' AND id = m->>'person' AND disabled_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE set_up_link SET used_at = baton_now()
    WHERE organisation_id = m->>'organisation' AND person_id = m->>'person'
      AND secret_hash = decode(m->>'secretHash', 'hex') AND used_at IS NULL AND expires_at > baton_now();
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO password (organisation_id, person_id, hash) VALUES (m->>'organisation', m->>'person', m->>'hash')
    ON CONFLICT (organisation_id, person_id) DO UPDATE SET hash = excluded.hash, set_at = baton_now();
  PERFORM end_sign_ins(m->>'organisation', m->>'person');
  PERFORM sign_in_audit(m, 'passwordSet', m->>'person', m->>'person');
  RETURN true;
END $$;

-- Removes also windows of attempts that are over, and sessions that ended long ago: the audit log keeps who signed in.
CREATE OR REPLACE FUNCTION reap_keys(p_limit integer) RETURNS integer
  LANGUAGE sql VOLATILE
  AS $$
  WITH keys AS (
    DELETE FROM idempotency_key WHERE ctid IN (
      SELECT ctid FROM idempotency_key WHERE created_at <= baton_now() - interval '24 hours'
        LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1),
  tokens AS (
    DELETE FROM used_transfer_token WHERE ctid IN (
      SELECT ctid FROM used_transfer_token WHERE expires_at <= baton_now() - interval '24 hours'
        LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1),
  attempts AS (
    DELETE FROM sign_in_attempt WHERE ctid IN (
      SELECT ctid FROM sign_in_attempt WHERE ends_at <= baton_now() LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1),
  sign_ins AS (
    DELETE FROM sign_in WHERE ctid IN (
      SELECT ctid FROM sign_in WHERE expires_at <= baton_now() - interval '30 days'
        LIMIT p_limit FOR UPDATE SKIP LOCKED) RETURNING 1)
  SELECT (SELECT count(*) FROM keys)::integer + (SELECT count(*) FROM tokens)::integer
    + (SELECT count(*) FROM attempts)::integer + (SELECT count(*) FROM sign_ins)::integer;
$$;
