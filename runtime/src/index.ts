export type { Failure, Fault, MutationOutcome, QueryOutcome, Unreachable } from './api-answer.js';
export {
  type ApiClient,
  type ApiClientOptions,
  createApiClient,
  type PersistedDocument,
} from './api-client.js';
export { type RuntimeHandle, runRuntime } from './daemon.js';
export type { Driver, Running, StartSpec } from './driver.js';
export type { RuntimeEvent, RuntimeEventName, RuntimeLog, RuntimeOptions, Timing } from './options.js';
export { processDriver } from './process-driver.js';
