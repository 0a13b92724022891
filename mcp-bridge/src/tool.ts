import type { z } from 'zod';
import type { Api } from './api.js';
import type { SessionFinder } from './session/finder.js';

/** What the client says of a call beside its arguments. */
export interface Call {
  /** The client's own id of this tool call; null when it sends none. */
  readonly callId: string | null;
  /** The client's own id of its session; null when it sends none. */
  readonly threadId: string | null;
  /** Made before the first send, and the same however often the call travels. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** What tools work with; one for each credential. */
export interface Bench {
  readonly api: Api;
  /** Null over HTTP, where the sessions are on another machine. */
  readonly sessions: SessionFinder | null;
  /** Sessions that were snapshot through this bench, by the id of their transfer. */
  readonly taken: Map<string, TakenSession>;
}

export interface TakenSession {
  /** Where the client goes on writing. */
  readonly file: string;
  readonly entries: number;
  /** Written after the snapshot, as counted when it was first handed over. */
  since?: number | undefined;
}

/** What a tool answers. */
export interface Answer {
  /** The first line, for people; what to do next, on further lines. */
  readonly text: string;
  readonly structured?: Record<string, unknown>;
  readonly refused?: boolean;
  /** Nobody answered: it may have been carried out. */
  readonly unknown?: boolean;
}

/** What clients are told of a tool's effects. */
export interface Effects {
  /** Changes nothing. */
  readonly reads: boolean;
  /** Cannot be undone. */
  readonly destructive: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly repeatSafe: boolean;
}

export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  /** Two to four sentences: what it does, when rather than its neighbour, its precondition, its consequence. */
  readonly description: string;
  readonly effects: Effects;
  readonly input: Input;
  readonly output: z.ZodType;
  /** What it sends is never the same twice: another call is always a new one. */
  readonly growing?: true;
  run(bench: Bench, args: z.infer<z.ZodObject<Input>>, call: Call): Promise<Answer>;
}

/** Keeps the types of a tool's arguments. */
export const tool = <Input extends z.ZodRawShape>(definition: Tool<Input>): Tool =>
  definition as unknown as Tool;
