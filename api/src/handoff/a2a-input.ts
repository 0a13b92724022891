import { isObject, type JsonObject, type JsonValue } from '@baton/sessions';
import type { InputIssues } from '../input.js';
import type { ArtifactInput, ArtifactType } from './artifact.js';
import { INTENTS, type SendInput } from './commands/send.js';
import type { ProposedActionInput } from './proposal.js';
import { SECRET_POLICIES } from './secrets.js';

/**
 * The parameters of `message/send` as the send command takes them. Names are the seeds' snake_case words. What is
 * wrong stands at the path that the same wrong input has in GraphQL, so that one list of paths serves every face:
 * `summary` is the message's text, `artifacts[0].fileDiff.path` the `path` of the first artifact. The input is one only when `issues` stayed empty.
 */
export function sendInputOf(params: JsonObject, issues: InputIssues): SendInput {
  const read = new Reader(issues);
  const { recipient, intent, message, artifacts, proposed_action, secrets, metadata } = read.fields(
    '',
    params,
    ['recipient', 'intent', 'message', 'artifacts', 'proposed_action', 'secrets', 'metadata'],
  );
  const { summary, payload } = readMessage(read, message);
  const meta = metadata == null ? {} : read.fields('metadata', metadata, ['client_idempotency_key']);
  return given({
    recipient: read.text('recipient', recipient),
    intent: read.word('intent', intent, INTENTS),
    summary,
    payload,
    artifacts: artifacts == null ? undefined : readArtifacts(read, artifacts),
    proposedAction: proposed_action == null ? undefined : readProposal(read, proposed_action),
    secrets: secrets == null ? undefined : read.word('secrets', secrets, SECRET_POLICIES),
    idempotencyKey:
      meta.client_idempotency_key == null
        ? undefined
        : read.text('idempotencyKey', meta.client_idempotency_key),
  }) as unknown as SendInput;
}

/** A call has at most this many parts of text; one is usual. */
const MOST_PARTS = 50;
/** One more than are taken are looked at, so that the command refuses the whole by its own limit. */
const LOOKED_AT = 51;

/** Each role is the sender's: no text of another ever stands in one that instructs. */
const ROLES = ['user', 'agent'] as const;

function readMessage(read: Reader, value: JsonValue | undefined) {
  const { role, parts, payload } = read.fields('message', value, ['role', 'parts', 'payload']);
  if (role != null) read.word('message.role', role, ROLES);
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS) {
    read.wrong('message.parts', 'INVALID_TYPE', `is a list of 1 to ${MOST_PARTS} parts`);
    return { summary: undefined, payload };
  }
  const texts = parts.map((part, index) => {
    const at = `message.parts[${index}]`;
    const { type, text } = read.fields(at, part, ['type', 'text']);
    read.word(`${at}.type`, type, ['text']);
    return read.text('summary', text);
  });
  return { summary: texts.join('\n'), payload: payload ?? undefined };
}

type Read = (read: Reader, path: string, value: JsonValue | undefined) => unknown;

const text: Read = (read, path, value) => read.text(path, value);
const maybe =
  (inner: Read): Read =>
  (read, path, value) =>
    value == null ? undefined : inner(read, path, value);
const lines: Read = (read, path, value) => {
  const { start, end } = read.fields(path, value, ['start', 'end']);
  return { start: read.line(path, start), end: read.line(path, end) };
};

/** What each artifact takes beside its `type`; `session_snapshot` is for those who can stage one. */
const ARTIFACTS: Record<
  Exclude<ArtifactType, 'session_snapshot'>,
  { as: keyof ArtifactInput; fields: Record<string, Read> }
> = {
  file_diff: { as: 'fileDiff', fields: { path: text, diff: text } },
  file_ref: { as: 'fileRef', fields: { path: text, git_sha: maybe(text), lines: maybe(lines) } },
  test_command: { as: 'testCommand', fields: { command: text, cwd: maybe(text) } },
  api_contract: { as: 'apiContract', fields: { schema_url: maybe(text), inline: maybe(text) } },
  link: { as: 'link', fields: { url: text, title: maybe(text) } },
};
const TYPES = Object.keys(ARTIFACTS) as (keyof typeof ARTIFACTS)[];

function readArtifacts(read: Reader, value: JsonValue): ArtifactInput[] {
  if (!Array.isArray(value)) {
    read.wrong('artifacts', 'INVALID_TYPE', 'is a list');
    return [];
  }
  return value.map((item, index) =>
    index < LOOKED_AT ? readArtifact(read, `artifacts[${index}]`, item) : {},
  );
}

function readArtifact(read: Reader, at: string, value: JsonValue): ArtifactInput {
  const type = isObject(value) ? value.type : undefined;
  if (type === 'session_snapshot') {
    read.wrong(`${at}.sessionSnapshot`, 'NOT_TAKEN_HERE', 'is sent over GraphQL and by the tools alone');
    return {};
  }
  const known = read.word(`${at}.type`, type, TYPES);
  if (known === undefined) return {};
  const { as, fields } = ARTIFACTS[known];
  return { [as]: readEach(read, `${at}.${as}`, value, fields, ['type']) };
}

const PROPOSAL: Record<string, Read> = {
  description: text,
  target_files: maybe((read, path, value) => {
    if (Array.isArray(value)) return value.map((file, index) => read.text(`${path}[${index}]`, file));
    return read.wrong(path, 'INVALID_TYPE', 'is a list');
  }),
  rationale: maybe(text),
  path: maybe(text),
  diff: maybe(text),
};

const readProposal = (read: Reader, value: JsonValue): ProposedActionInput =>
  readEach(read, 'proposedAction', value, PROPOSAL) as unknown as ProposedActionInput;

function readEach(
  read: Reader,
  at: string,
  value: JsonValue | undefined,
  fields: Record<string, Read>,
  beside: readonly string[] = [],
): Record<string, unknown> {
  const object = read.fields(at, value, [...beside, ...Object.keys(fields)]);
  return given(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const as = camel(name);
        return [as, field(read, `${at}.${as}`, object[name])];
      }),
    ),
  );
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Without what was not given: absent and null are one, and not part of what is compared when a key comes again. */
const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Reads values and tells what is not of the form it should have; never what stood there. */
class Reader {
  constructor(private readonly issues: InputIssues) {}

  wrong(path: string, code: string, message: string): undefined {
    this.issues.add(path, code, message);
  }

  /** The members of an object that has no others than these; none when it is no object. */
  fields<Name extends string>(
    path: string,
    value: JsonValue | undefined,
    known: readonly Name[],
  ): Partial<Record<Name, JsonValue>> {
    if (!isObject(value)) {
      this.wrong(path, 'INVALID_TYPE', `is an object of ${known.join(', ')}`);
      return {};
    }
    const names = Object.keys(value);
    if (names.some((name) => !(known as readonly string[]).includes(name)))
      this.wrong(path, 'UNKNOWN_FIELD', `has no other fields than ${known.join(', ')}`);
    return Object.fromEntries(
      known.filter((name) => names.includes(name)).map((name) => [name, value[name]]),
    ) as Partial<Record<Name, JsonValue>>;
  }

  text(path: string, value: JsonValue | undefined): string | undefined {
    return typeof value === 'string' ? value : this.wrong(path, 'INVALID_TYPE', 'is text');
  }

  word<Word extends string>(
    path: string,
    value: JsonValue | undefined,
    words: readonly Word[],
  ): Word | undefined {
    const known = words.find((word) => word === value);
    return known ?? this.wrong(path, 'INVALID_VALUE', `is ${words.join(' or ')}`);
  }

  line(path: string, value: JsonValue | undefined): number | undefined {
    // As far as GraphQL's Int reaches.
    const isLine = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
    return isLine ? value : this.wrong(path, 'INVALID_TYPE', 'is an object of start and end, whole numbers');
  }
}
