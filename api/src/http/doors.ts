import type { JsonObject } from '@baton/sessions';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '../context.js';
import type { Refusal } from '../errors.js';
import type { Layers } from '../layers.js';
import type { Metrics } from '../metrics.js';
import type { SignIns } from '../principal/sign-in.js';
import type { AuditLine } from '../principal/store.js';
import type { Viewer } from '../principal/viewer.js';
import type { Readiness } from '../readiness.js';
import type { AsFault } from './client-error.js';
import type { ReadStanding } from './rights-watch.js';

/** Bytes of one snapshot part, as stored. */
export interface PartContent {
  /** Bytes. */
  readonly length: number;
  readonly mediaType: string;
  /** Hex, of the stored bytes. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** `message/send` of `/a2a`: what it answers, or why not. */
export type MessageSender = (
  context: Context,
  params: JsonObject,
) => Promise<{ readonly ok: true; readonly result: object } | Refusal>;

/** Null: there is no such part, or not for this viewer. Writes its line of the audit log itself. */
export type PartReader = (context: Context, transferId: string, path: string) => Promise<PartContent | null>;

/** What the doors are given; they know no domain. */
export interface Doors {
  readonly schema: GraphQLSchema;
  /** Whether the schema may be asked for by those who send free text. */
  readonly introspection: boolean;
  readonly layers: Layers;
  /** The principal of a key, or null when it is unknown, revoked or expired. */
  authenticate(key: string): Promise<Viewer | null>;
  /** People by their password, and the sessions they get. */
  readonly signIns: SignIns;
  /** Origins whose pages may use a session; null: that of the host a request asks for. */
  readonly origins: readonly string[] | null;
  /** Of these callers, those whose credential is no longer what it was, and when the next one expires. */
  readonly readStanding: ReadStanding;
  context(viewer: Viewer, requestId: string): Context;
  readonly readPart: PartReader;
  readonly messageSend: MessageSender;
  /** Writes a line of the audit log. */
  audit(context: Context, line: AuditLine): Promise<void>;
  /** Answers within about a second. */
  readiness(): Promise<Readiness>;
  readonly metrics: Metrics;
  /** Whether `/metrics` is shown to this machine without a credential. */
  readonly metricsOnLoopback: boolean;
  readonly asFault: AsFault;
  readonly log: Logger;
}
