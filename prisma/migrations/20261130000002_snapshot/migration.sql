-- What moves: immutable manifests of parts, whose bytes live in content-addressed chunks.

CREATE TABLE chunk (
  organisation_id text NOT NULL REFERENCES organisation (id),
  sha256          text NOT NULL,
  -- Bytes before compression; at most 1 MiB.
  length          integer NOT NULL,
  -- gzip of the bytes.
  data            bytea NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT baton_now(),
  PRIMARY KEY (organisation_id, sha256),
  CONSTRAINT chunk_sha256_form CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT chunk_length CHECK (length BETWEEN 1 AND 1048576)
);
-- Already compressed: a second attempt by TOAST would only cost time.
ALTER TABLE chunk ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE snapshot (
  id                text PRIMARY KEY,
  organisation_id   text NOT NULL REFERENCES organisation (id),
  -- sha256 of the RFC 8785 manifest: format, session, source and parts.
  checksum          text NOT NULL,
  format            text NOT NULL,
  session_label     text,
  source_host       text NOT NULL,
  source_client     text NOT NULL,
  source_cwd        text NOT NULL,
  parent_id         text,
  edits             jsonb NOT NULL DEFAULT '[]',
  byte_length       bigint NOT NULL,
  -- Facts of the main part, recomputed by the destination; null when no part is a main part.
  entries           integer,
  last_entry_sha256 text,
  -- Derived while storing: parts, sizes, what was found. Holds no content.
  report            jsonb NOT NULL,
  created_by        text NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT baton_now(),
  CONSTRAINT snapshot_organisation_id_id_key UNIQUE (organisation_id, id),
  CONSTRAINT snapshot_organisation_id_id_checksum_key UNIQUE (organisation_id, id, checksum),
  CONSTRAINT snapshot_parent_fkey FOREIGN KEY (organisation_id, parent_id) REFERENCES snapshot (organisation_id, id),
  CONSTRAINT snapshot_created_by_fkey FOREIGN KEY (organisation_id, created_by)
    REFERENCES principal (organisation_id, id),
  CONSTRAINT snapshot_checksum_form CHECK (checksum ~ '^[0-9a-f]{64}$')
);

CREATE TABLE snapshot_part (
  organisation_id text NOT NULL,
  snapshot_id     text NOT NULL,
  ordinal         integer NOT NULL,
  path            text NOT NULL,
  media_type      text NOT NULL,
  length          bigint NOT NULL,
  sha256          text NOT NULL,
  PRIMARY KEY (organisation_id, snapshot_id, ordinal),
  CONSTRAINT snapshot_part_path_key UNIQUE (organisation_id, snapshot_id, path),
  CONSTRAINT snapshot_part_snapshot_fkey FOREIGN KEY (organisation_id, snapshot_id)
    REFERENCES snapshot (organisation_id, id),
  CONSTRAINT snapshot_part_sha256_form CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT snapshot_part_length CHECK (length >= 0)
);

CREATE TABLE snapshot_part_chunk (
  organisation_id text NOT NULL,
  snapshot_id     text NOT NULL,
  part_ordinal    integer NOT NULL,
  ordinal         integer NOT NULL,
  sha256          text NOT NULL,
  PRIMARY KEY (organisation_id, snapshot_id, part_ordinal, ordinal),
  CONSTRAINT snapshot_part_chunk_part_fkey FOREIGN KEY (organisation_id, snapshot_id, part_ordinal)
    REFERENCES snapshot_part (organisation_id, snapshot_id, ordinal),
  CONSTRAINT snapshot_part_chunk_chunk_fkey FOREIGN KEY (organisation_id, sha256)
    REFERENCES chunk (organisation_id, sha256)
);

CREATE TRIGGER chunk_immutable BEFORE UPDATE ON chunk FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER snapshot_immutable BEFORE UPDATE OR DELETE ON snapshot
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER snapshot_part_immutable BEFORE UPDATE OR DELETE ON snapshot_part
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER snapshot_part_chunk_immutable BEFORE UPDATE OR DELETE ON snapshot_part_chunk
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
