/** The server answered, and could not or would not run the call. `retryable`: the same call may succeed later. */
export interface Fault {
  readonly kind: 'fault';
  readonly code: string;
  readonly message: string;
  /** HTTP status. */
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
}

/** No answer of Baton's came back: whether the call was executed is unknown. */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly message: string;
}

export type Failure = Fault | Unreachable;
export type QueryOutcome<Data> = { readonly kind: 'data'; readonly data: Data } | Failure;

type Root<Data> = Data[keyof Data];
/** What a mutation came to: its success, a refusal by a rule of the domain, or no answer from the domain at all. */
export type MutationOutcome<Data> =
  | { readonly kind: 'done'; readonly value: Exclude<Root<Data>, { code: unknown }> }
  | { readonly kind: 'refused'; readonly refusal: Extract<Root<Data>, { code: unknown }> }
  | Failure;

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { message?: unknown; extensions?: Record<string, unknown> }[];
}

/** Reads an answer of GraphQL over HTTP. */
export function answerOf<Data>(status: number, text: string): QueryOutcome<Data> {
  let answer: GraphqlAnswer;
  try {
    answer = JSON.parse(text) as GraphqlAnswer;
  } catch (error) {
    // A proxy's page, or an answer cut short: nothing of Baton's.
    if (error instanceof SyntaxError) return { kind: 'unreachable', message: `HTTP ${status} without JSON` };
    throw error;
  }
  const [first] = answer.errors ?? [];
  if (first === undefined && answer.data != null) return { kind: 'data', data: answer.data as Data };
  const { code, retryable, retryAfterMs, requestId } = first?.extensions ?? {};
  return {
    kind: 'fault',
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: typeof first?.message === 'string' ? first.message : `HTTP ${status}`,
    status,
    // What the server broke on may work when it is repaired.
    retryable: retryable === true || status >= 500,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/** Tells the success of a mutation's one root field from a refusal, which has a code. */
export function resultOf<Data>(data: Data): MutationOutcome<Data> {
  const [result] = Object.values(data as Record<string, unknown>);
  const refused = typeof result === 'object' && result !== null && 'code' in result && 'retryable' in result;
  return (
    refused ? { kind: 'refused', refusal: result } : { kind: 'done', value: result }
  ) as MutationOutcome<Data>;
}

/** What `fetch` threw, as an outcome. */
export function unreachable(error: unknown): Unreachable {
  if (!(error instanceof Error)) throw error;
  const { cause } = error;
  return {
    kind: 'unreachable',
    message: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
  };
}
