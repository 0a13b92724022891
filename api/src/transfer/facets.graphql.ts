import { builder } from '../schema/builder.js';
import { CeilingsEnum } from './enums.graphql.js';
import type { TransferRecord } from './record.js';

export const SessionRef = builder.prismaObject('Session', {
  description: "One agent's conversation, wherever it lives.",
  extensions: { viewerIndependent: true },
  findUnique: ({ organisationId, id }) => ({ organisationId_id: { organisationId, id } }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `ses_…`.' }),
    label: t.exposeString('label', {
      nullable: true,
      description: "The client's own id of it; identifies nothing here.",
    }),
    epoch: t.exposeInt('epoch', {
      description: 'Number of the current live owner; 0 before the first activation.',
    }),
  }),
});

export const SourceRef = builder.objectRef<TransferRecord>('Source').implement({
  description: 'Where a session comes from; labels for people.',
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    host: t.exposeString('sourceHost', { description: 'Host name.' }),
    client: t.exposeString('sourceClient', { description: 'Agent client, like `claude-code`.' }),
    cwd: t.exposeString('sourceCwd', { description: 'Working directory there.' }),
  }),
});

export const RuntimeRef = builder.objectRef<TransferRecord>('RuntimeState').implement({
  description: 'The destination as far as it has come.',
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    claimedBy: t.exposeID('claimedBy', {
      nullable: true,
      description: 'The daemon that claimed it; null in pool manual.',
    }),
    claimedAt: t.expose('claimedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null without a claim.',
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it proved that it restored what was staged; null before.',
    }),
    heartbeatAt: t.expose('heartbeatAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Last renewal of the lease under this epoch; null before the first.',
    }),
    leaseLapsed: t.exposeBoolean('leaseLapsed', {
      description: 'Whether the lease ran out and was not revived.',
    }),
    awaitingReplacement: t.exposeBoolean('awaitingRuntime', {
      description: 'Whether the lost runtime was replaced and the next has not verified yet.',
    }),
    tornDownAt: t.expose('tornDownAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its end was reported; null before.',
    }),
    teardownProven: t.exposeBoolean('teardownProven', {
      nullable: true,
      description: 'Whether it saw that nothing is left; null before the report.',
    }),
    ceilings: t.field({
      type: CeilingsEnum,
      description: "Whether the driver holds the tier's ceilings.",
      // No driver enforces yet: the sandbox does not exist.
      resolve: () => 'advisory' as const,
    }),
  }),
});

export const SecretsRef = builder.objectRef<TransferRecord>('SecretsState').implement({
  description: 'What looked like secrets in the snapshot, and whether somebody accepted it.',
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    count: t.exposeInt('secretsCount', { description: 'Places found.' }),
    digest: t.expose('secretsDigest', {
      type: 'Sha256',
      nullable: true,
      description: 'Digest of the report; transferAcceptSecrets repeats it. Null when nothing was found.',
    }),
    pending: t.exposeBoolean('secretsPending', {
      description: 'Whether the push waits for somebody to accept.',
    }),
    acceptedAt: t.expose('secretsAcceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null before.',
    }),
    acceptedBy: t.exposeID('secretsAcceptedBy', { nullable: true, description: 'Who; null before.' }),
  }),
});
