import { PROPOSED, proposing } from './thread.js';

/** A send with one diff of `path`. */
export const diffOf = (path: string, text = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`) => ({
  artifacts: [{ fileDiff: { path, diff: text } }],
});
const ref = (fields: object) => ({ artifacts: [{ fileRef: { path: 'a.ts', ...fields } }] });
const link = (url: string) => ({ artifacts: [{ link: { url } }] });
/**
 * Sends that every face refuses alike: what is sent over GraphQL beside recipient and summary, the code of the refusal,
 * and a path that is blamed.
 */
export const MALFORMED: readonly [
  name: string,
  input: Record<string, unknown>,
  code: string,
  path: string,
][] = [
  ['a proposal without its action', { intent: 'PROPOSE_ACTION' }, 'INVALID_INTENT_PAYLOAD', 'proposedAction'],
  ['an action with intent inform', { proposedAction: PROPOSED }, 'INVALID_INTENT_PAYLOAD', 'proposedAction'],
  [
    'an action with a question',
    { intent: 'ASK_QUESTION', proposedAction: PROPOSED },
    'INVALID_INTENT_PAYLOAD',
    'proposedAction',
  ],
  ['an empty summary', { summary: '' }, 'INVALID_INPUT', 'summary'],
  ['a summary with U+0000', { summary: 'a\0b' }, 'INVALID_INPUT', 'summary'],
  ['a summary with half a surrogate pair', { summary: 'a\ud800' }, 'INVALID_INPUT', 'summary'],
  ['an empty recipient', { recipient: '' }, 'INVALID_INPUT', 'recipient'],
  [
    'an empty description',
    { ...proposing, proposedAction: { description: '' } },
    'INVALID_INPUT',
    'proposedAction.description',
  ],
  [
    'a target file outside',
    { ...proposing, proposedAction: { description: 'x', targetFiles: ['ok.ts', '../x'] } },
    'INVALID_INPUT',
    'proposedAction.targetFiles[1]',
  ],
  [
    'a diff without its path',
    { ...proposing, proposedAction: { description: 'x', diff: '@@ -1 +1 @@\n-a\n+b\n' } },
    'INVALID_INPUT',
    'proposedAction.path',
  ],
  ['an absolute path', diffOf('/etc/passwd', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path upwards', diffOf('src/../../x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path into .git', diffOf('.git/hooks/pre-commit', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  [
    'a path into .GIT of a submodule',
    diffOf('lib/.GIT/config', 'x'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.path',
  ],
  ['a drive letter', diffOf('C:/x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['backslashes', diffOf('src\\x', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['a path with U+0000', diffOf('a\0b', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  ['an empty path', diffOf('', 'x'), 'INVALID_INPUT', 'artifacts[0].fileDiff.path'],
  [
    'a header upwards',
    diffOf('a.ts', '--- a/a.ts\n+++ b/../../.ssh/config\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  [
    'a quoted header upwards',
    diffOf('a.ts', '+++ "b/\\056\\056/x"\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  [
    'a rename into .git',
    diffOf('a.ts', 'rename from a.ts\nrename to .git/config\n'),
    'INVALID_INPUT',
    'artifacts[0].fileDiff.diff',
  ],
  ['an empty diff', diffOf('a.ts', ''), 'INVALID_INPUT', 'artifacts[0].fileDiff.diff'],
  ['line 0', ref({ lines: { start: 0, end: 3 } }), 'INVALID_INPUT', 'artifacts[0].fileRef.lines'],
  ['lines backwards', ref({ lines: { start: 5, end: 4 } }), 'INVALID_INPUT', 'artifacts[0].fileRef.lines'],
  ['a commit that is none', ref({ gitSha: 'main' }), 'INVALID_INPUT', 'artifacts[0].fileRef.gitSha'],
  ['a script for an address', link('javascript:alert(1)'), 'INVALID_INPUT', 'artifacts[0].link.url'],
  ['a file for an address', link('file:///etc/passwd'), 'INVALID_INPUT', 'artifacts[0].link.url'],
  [
    'an address with credentials',
    link('https://someone:x@example.test/'),
    'INVALID_INPUT',
    'artifacts[0].link.url',
  ],
  [
    'a contract of neither kind',
    { artifacts: [{ apiContract: {} }] },
    'INVALID_INPUT',
    'artifacts[0].apiContract',
  ],
  [
    'a contract of both kinds',
    { artifacts: [{ apiContract: { inline: '{}', schemaUrl: 'https://example.test/' } }] },
    'INVALID_INPUT',
    'artifacts[0].apiContract',
  ],
  [
    'a command outside',
    { artifacts: [{ testCommand: { command: 'make', cwd: '..' } }] },
    'INVALID_INPUT',
    'artifacts[0].testCommand.cwd',
  ],
  [
    'a snapshot of no transfer',
    { artifacts: [{ sessionSnapshot: { transfer: 'x' } }] },
    'INVALID_INPUT',
    'artifacts[0].sessionSnapshot.transfer',
  ],
];
