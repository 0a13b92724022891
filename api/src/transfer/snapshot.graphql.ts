import { builder } from '../schema/builder.js';

export const SnapshotRef = builder.prismaObject('Snapshot', {
  description:
    'The immutable, content-addressed bytes of a session. Facts about them; the bytes come by the side door.',
  findUnique: ({ organisationId, id }) => ({ organisationId_id: { organisationId, id } }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `snp_…`.' }),
    checksum: t.expose('checksum', {
      type: 'Sha256',
      description: 'sha256 of the RFC 8785 text of {format, session, source, parts}.',
    }),
    format: t.exposeString('format', { description: 'Name and version of the manifest.' }),
    byteLength: t.field({
      type: 'Float',
      description: 'Bytes of all parts; a whole number.',
      resolve: ({ byteLength }) => Number(byteLength),
    }),
    entries: t.exposeInt('entries', {
      nullable: true,
      description: 'Entries of the main part: messages or lines.',
    }),
    lastEntrySha256: t.expose('lastEntrySha256', {
      type: 'Sha256',
      nullable: true,
      description: "Digest of the main part's last entry; null when it has none.",
    }),
    parts: t.relation('parts', {
      description: 'What it consists of, in manifest order.',
      query: { orderBy: { ordinal: 'asc' } },
    }),
    report: t.expose('report', {
      type: 'JSON',
      description:
        'What was derived while storing: sizes, entries, unterminated lines, places of secrets. No content.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The snapshot it repairs; null for an original.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was stored.' }),
  }),
});

builder.prismaObject('SnapshotPart', {
  description: 'One named file of a snapshot.',
  findUnique: ({ organisationId, snapshotId, ordinal }) => ({
    organisationId_snapshotId_ordinal: { organisationId, snapshotId, ordinal },
  }),
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Relative path. Readable at /snapshots/{transfer}/parts/{path}.',
    }),
    mediaType: t.exposeString('mediaType', { description: 'As staged.' }),
    length: t.field({
      type: 'Float',
      description: 'Bytes; a whole number.',
      resolve: ({ length }) => Number(length),
    }),
    sha256: t.expose('sha256', { type: 'Sha256', description: 'Of the stored bytes.' }),
  }),
});
