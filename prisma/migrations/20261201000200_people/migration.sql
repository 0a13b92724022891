-- Who hands work to whom: teams, the roster of people in them, blocks, and the sessions people sign in to.

CREATE TABLE team (
  organisation_id text NOT NULL REFERENCES organisation (id),
  name            text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, name),
  CONSTRAINT team_name_form CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$')
);

-- A person who can be written to. An agent is reached through its owner: a person may have several, on several machines.
CREATE TABLE teammate (
  organisation_id text NOT NULL,
  person_id       text NOT NULL,
  kind            text NOT NULL DEFAULT 'person',
  -- `name@team`
  handle          text NOT NULL,
  name            text NOT NULL,
  team            text NOT NULL,
  display_name    text NOT NULL,
  roles           text[] NOT NULL DEFAULT '{}',
  skills          text[] NOT NULL DEFAULT '{}',
  repositories    text[] NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT teammate_person_kind_key UNIQUE (organisation_id, person_id, kind),
  CONSTRAINT teammate_organisation_id_handle_key UNIQUE (organisation_id, handle),
  CONSTRAINT teammate_person_fkey FOREIGN KEY (organisation_id, person_id, kind)
    REFERENCES principal (organisation_id, id, kind),
  CONSTRAINT teammate_team_fkey FOREIGN KEY (organisation_id, team) REFERENCES team (organisation_id, name),
  CONSTRAINT teammate_is_person CHECK (kind = 'person'),
  CONSTRAINT teammate_handle CHECK (handle = name || '@' || team),
  CONSTRAINT teammate_name_form CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  CONSTRAINT teammate_display_name_form CHECK (length(display_name) BETWEEN 1 AND 128)
);
CREATE INDEX teammate_name_idx ON teammate (organisation_id, name);

-- Whom a person does not want to hear from. It stops what is sent, never what is accepted, completed or cancelled.
CREATE TABLE block (
  organisation_id text NOT NULL,
  blocker_id      text NOT NULL,
  blocked_id      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, blocker_id, blocked_id),
  CONSTRAINT block_blocker_fkey FOREIGN KEY (organisation_id, blocker_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT block_blocked_fkey FOREIGN KEY (organisation_id, blocked_id) REFERENCES principal (organisation_id, id),
  CONSTRAINT block_not_oneself CHECK (blocker_id <> blocked_id)
);

-- A person signed in. Decisions are made in one that was confirmed a moment ago, and with no key at all.
CREATE TABLE sign_in (
  id              text PRIMARY KEY,
  organisation_id text NOT NULL,
  person_id       text NOT NULL,
  kind            text NOT NULL DEFAULT 'person',
  secret_hash     bytea NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  expires_at      timestamptz NOT NULL,
  -- When the person last proved who they are, after signing in.
  confirmed_at    timestamptz,
  ended_at        timestamptz,
  CONSTRAINT sign_in_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT sign_in_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT sign_in_person_fkey FOREIGN KEY (organisation_id, person_id, kind)
    REFERENCES principal (organisation_id, id, kind),
  CONSTRAINT sign_in_is_person CHECK (kind = 'person'),
  CONSTRAINT sign_in_hash_length CHECK (octet_length(secret_hash) = 32)
);
CREATE INDEX sign_in_person_idx ON sign_in (organisation_id, person_id);
