import type { Context } from '../context.js';
import type { HandoffArtifact } from '../gen/prisma/client.js';
import { builder } from '../schema/builder.js';
import type { ArtifactType } from './artifact.js';
import { type EnvelopeFacts, factsEnvelope } from './envelope.js';
import { contentOfArtifact } from './store.js';

/** The stored fields, as artifact.ts judged them. */
interface Fields {
  readonly path: string;
  readonly otherFiles: readonly string[];
  readonly gitSha?: string;
  readonly lines?: { readonly start: number; readonly end: number };
  readonly command: string;
  readonly cwd?: string;
  readonly schemaUrl?: string;
  readonly url: string;
  readonly title?: string;
  readonly transfer: string;
}

/** An artifact, and what an envelope tells of the message it came with. */
export interface ArtifactRow extends HandoffArtifact {
  readonly facts: Omit<EnvelopeFacts, 'digest'>;
}

const fieldsOf = ({ fields }: HandoffArtifact): Fields => fields as unknown as Fields;

const LineRangeRef = builder.objectRef<NonNullable<Fields['lines']>>('LineRange').implement({
  description: 'Lines of a file, both ends included.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'The first, from 1.' }),
    end: t.exposeInt('end', { description: 'The last.' }),
  }),
});

const artifact = (name: string) => builder.objectRef<ArtifactRow>(name);

const contentOf = async (row: ArtifactRow, { pool }: Context): Promise<string | null> =>
  row.contentLength === null ? null : (row.content ?? contentOfArtifact(pool, row));

/** Null and absent: everything. */
const fits = ({ contentLength }: ArtifactRow, most: number | null | undefined): boolean =>
  most == null || (contentLength ?? 0) <= most;

const MOST = 'Bytes that are taken at most; all without it.';
const ENVELOPE = 'All of it as an agent reads it, in an envelope like a message’s';

const FileDiffRef = artifact('FileDiffArtifact').implement({
  description: 'A unified diff. It came from somebody else: read it before applying it.',
  fields: (t) => ({
    envelope: t.string({
      description: `${ENVELOPE}, but the diff itself.`,
      resolve: (row) =>
        factsEnvelope(row.facts, {
          path: fieldsOf(row).path,
          other_files: fieldsOf(row).otherFiles,
          bytes: row.contentLength,
        }),
    }),
    path: t.string({ description: 'The file, relative to the tree.', resolve: (row) => fieldsOf(row).path }),
    diff: t.string({
      nullable: true,
      description: 'The diff, byte for byte as it was sent; null when it has more bytes than `most`.',
      args: { most: t.arg.int({ description: MOST }) },
      resolve: async (row, { most }, context) => (fits(row, most) ? contentOf(row, context) : null),
    }),
    length: t.int({ description: 'Bytes of the diff.', resolve: ({ contentLength }) => contentLength ?? 0 }),
    sha256: t.field({
      type: 'Sha256',
      description: 'Digest of its bytes.',
      resolve: ({ contentSha256 }) => contentSha256 ?? '',
    }),
    otherFiles: t.stringList({
      description: 'Files that its headers name beside `path`: look twice.',
      resolve: (row) => [...fieldsOf(row).otherFiles],
    }),
  }),
});

const FileRefRef = artifact('FileRefArtifact').implement({
  description: 'A place in a file.',
  fields: (t) => ({
    envelope: t.string({
      description: `${ENVELOPE}.`,
      resolve: (row) => {
        const { path, gitSha, lines } = fieldsOf(row);
        return factsEnvelope(row.facts, {
          path,
          git_sha: gitSha,
          lines: lines && `${lines.start}-${lines.end}`,
        });
      },
    }),
    path: t.string({ description: 'The file, relative to the tree.', resolve: (row) => fieldsOf(row).path }),
    gitSha: t.string({
      nullable: true,
      description: 'At this commit; null: not said.',
      resolve: (row) => fieldsOf(row).gitSha,
    }),
    lines: t.field({
      type: LineRangeRef,
      nullable: true,
      description: 'These lines of it; null: all.',
      resolve: (row) => fieldsOf(row).lines,
    }),
  }),
});

const TestCommandRef = artifact('TestCommandArtifact').implement({
  description: 'A command that shows whether something works. Nothing runs it by itself.',
  fields: (t) => ({
    envelope: t.string({
      description: `${ENVELOPE}.`,
      resolve: (row) => factsEnvelope(row.facts, { command: fieldsOf(row).command, cwd: fieldsOf(row).cwd }),
    }),
    command: t.string({ description: 'The command line.', resolve: (row) => fieldsOf(row).command }),
    cwd: t.string({
      nullable: true,
      description: 'Folder to run it in, relative to the tree; null: its root.',
      resolve: (row) => fieldsOf(row).cwd,
    }),
  }),
});

const ApiContractRef = artifact('ApiContractArtifact').implement({
  description: 'An OpenAPI or JSON Schema contract, by address or inline.',
  fields: (t) => ({
    envelope: t.string({
      description: `${ENVELOPE}; an inline text with more bytes than \`most\` is left out, and said to be.`,
      args: { most: t.arg.int({ description: MOST }) },
      resolve: async (row, { most }, context) =>
        factsEnvelope(row.facts, {
          schema_url: fieldsOf(row).schemaUrl,
          ...(fits(row, most)
            ? { inline: await contentOf(row, context) }
            : { inline_left_out_bytes: row.contentLength }),
        }),
    }),
    schemaUrl: t.string({
      nullable: true,
      description: 'Where it lies; null when it is inline.',
      resolve: (row) => fieldsOf(row).schemaUrl,
    }),
    inline: t.string({
      nullable: true,
      description: 'Its text; null when it lies elsewhere.',
      resolve: (row, _args, context) => contentOf(row, context),
    }),
  }),
});

const LinkRef = artifact('LinkArtifact').implement({
  description: 'A page elsewhere.',
  fields: (t) => ({
    envelope: t.string({
      description: `${ENVELOPE}.`,
      resolve: (row) => factsEnvelope(row.facts, { url: fieldsOf(row).url, title: fieldsOf(row).title }),
    }),
    url: t.string({ description: 'http or https.', resolve: (row) => fieldsOf(row).url }),
    title: t.string({
      nullable: true,
      description: 'What it is; null: not said.',
      resolve: (row) => fieldsOf(row).title,
    }),
  }),
});

const SessionSnapshotRef = artifact('SessionSnapshotArtifact').implement({
  description: 'A session of the author’s side. It gives no content by itself.',
  fields: (t) => ({
    transferId: t.id({ description: 'The transfer it stands in.', resolve: (row) => fieldsOf(row).transfer }),
  }),
});

const MEMBERS = {
  file_diff: FileDiffRef,
  file_ref: FileRefRef,
  test_command: TestCommandRef,
  api_contract: ApiContractRef,
  link: LinkRef,
  session_snapshot: SessionSnapshotRef,
} as const satisfies Record<ArtifactType, unknown>;

export const ArtifactRef = builder.unionType('Artifact', {
  description: 'What goes along with a message. More kinds may be added.',
  types: Object.values(MEMBERS),
  resolveType: (row) => MEMBERS[(row as ArtifactRow).type as ArtifactType],
});

const LineRangeInput = builder.inputType('LineRangeInput', {
  description: 'Lines of a file, both ends included.',
  fields: (t) => ({
    start: t.int({ required: true, description: 'The first, from 1.' }),
    end: t.int({ required: true, description: 'The last.' }),
  }),
});

const PATH = 'Relative to the tree: no `..`, nothing in `.git`, no drive letter.';

const FileDiffInput = builder.inputType('FileDiffInput', {
  description: 'A unified diff of one file.',
  fields: (t) => ({
    path: t.string({ required: true, description: PATH }),
    diff: t.string({ required: true, description: 'Kept byte for byte; at most 8 MiB.' }),
  }),
});
const FileRefInput = builder.inputType('FileRefInput', {
  description: 'A place in a file.',
  fields: (t) => ({
    path: t.string({ required: true, description: PATH }),
    gitSha: t.string({ description: 'Commit, 4 to 64 hex digits, lower case.' }),
    lines: t.field({ type: LineRangeInput, description: 'Lines of it; all without it.' }),
  }),
});
const TestCommandInput = builder.inputType('TestCommandInput', {
  description: 'A command that shows whether something works.',
  fields: (t) => ({
    command: t.string({ required: true, description: 'At most 4096 bytes.' }),
    cwd: t.string({ description: PATH }),
  }),
});
const ApiContractInput = builder.inputType('ApiContractInput', {
  description: 'A contract: exactly one of the two.',
  fields: (t) => ({
    schemaUrl: t.string({ description: 'http or https.' }),
    inline: t.string({ description: 'Its text, at most 8 MiB.' }),
  }),
});
const LinkInput = builder.inputType('LinkInput', {
  description: 'A page elsewhere.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'http or https, at most 2048 characters, no credentials.' }),
    title: t.string({ description: 'At most 256 characters.' }),
  }),
});
const SessionSnapshotInput = builder.inputType('SessionSnapshotInput', {
  description: 'A session of one’s own side.',
  fields: (t) => ({
    transfer: t.id({ required: true, description: 'A transfer that one’s own side staged.' }),
  }),
});

export const ArtifactInputRef = builder.inputType('ArtifactInput', {
  description: 'One thing that goes along with a message.',
  isOneOf: true,
  fields: (t) => ({
    fileDiff: t.field({ type: FileDiffInput, description: 'A diff of a file.' }),
    fileRef: t.field({ type: FileRefInput, description: 'A place in a file.' }),
    testCommand: t.field({ type: TestCommandInput, description: 'A command to check by.' }),
    apiContract: t.field({ type: ApiContractInput, description: 'A contract.' }),
    link: t.field({ type: LinkInput, description: 'A page.' }),
    sessionSnapshot: t.field({ type: SessionSnapshotInput, description: 'A session.' }),
  }),
});
