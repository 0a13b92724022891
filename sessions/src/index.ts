export { MAX_CHUNK } from './chunk/boundary.js';
export { type Chunk, chunkBytes, chunkStream } from './chunk/chunk.js';
export { findClaudeCodeSessions } from './claude-code/finder.js';
export { projectFolder } from './claude-code/project-folder.js';
export { planClaudeCodeRestore } from './claude-code/writer.js';
export type { CwdPair } from './client/cwd-map.js';
export type { Edit } from './client/edit.js';
export { readHead, type SessionHead } from './client/head.js';
export type {
  FoundFile,
  FoundSession,
  Home,
  HomeFile,
  ReadPart,
  SessionReading,
  Wanted,
} from './client/home.js';
export { readSession } from './client/read-session.js';
export {
  NoRestoreError,
  type PlannedFile,
  type RestoreOutcome,
  type RestorePlan,
  type RestoreTarget,
  type SnapshotOutline,
} from './client/restore.js';
export { findCodexSessions } from './codex/finder.js';
export { planCodexRestore } from './codex/writer.js';
export { canonicalJson, canonicalText } from './json/canonical.js';
export { JSON_LIMITS, type JsonLimits, judgeJson } from './json/judge.js';
export { parseStrictJsonLines } from './json/lines.js';
export { parseStrictJson, type StrictJsonOptions } from './json/parse.js';
export {
  type Issue,
  type IssueCode,
  isObject,
  type JsonObject,
  type JsonValue,
  type Result,
} from './json/value.js';
export {
  type McpConfigOptions,
  type McpConfigResult,
  type McpServer,
  readMcpConfig,
} from './mcp-config/config.js';
export { type CredRef, type CredScheme, type HostScheme, parseCredRef } from './mcp-config/cred-ref.js';
export { mcpConfigSecrets } from './mcp-config/file-part.js';
export type { ConfigSecret } from './mcp-config/server-secrets.js';
export type { TransferTokenFacts } from './secret-scan/jwt.js';
export { redactText } from './secret-scan/redact.js';
export { type SecretFinding, scanText, secretsDigest } from './secret-scan/scan.js';
export {
  type FactsReader,
  factsReader,
  mainPart,
  type PartFacts,
  partFacts,
  streamedPartFacts,
} from './snapshot/facts.js';
export { INLINE_PATHS, type InlineField, type InlineInput, inlineParts } from './snapshot/inline.js';
export {
  judgeManifestText,
  manifestBytes,
  type SnapshotManifest,
  type SnapshotSource,
  snapshotChecksum,
  snapshotManifest,
} from './snapshot/manifest.js';
export {
  type Part,
  type PartEntry,
  partEntry,
  sha256Hex,
  validatePartPath,
  validatePartPaths,
} from './snapshot/part.js';
export { type PartReport, type SnapshotReport, SnapshotReporter, snapshotReport } from './snapshot/report.js';
export type { StaysBehind, TranscriptReport } from './snapshot/transcript-report.js';
export { judgeOpenCalls, type OpenCall } from './transcript/calls.js';
