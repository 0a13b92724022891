import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** Bytes of one message that are taken; the arguments of our tools are ids and a path. */
export const MAX_MESSAGE = 1024 * 1024;

/**
 * Messages as lines on two streams. What is no message is answered with a JSON-RPC error, and the next line is read: a
 * client's mistake ends nothing. `onclose` comes once, when either stream ends or breaks.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  #line = '';
  #skipping = false;
  #closed = false;
  readonly #decoder = new StringDecoder('utf8');

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    for (const event of ['end', 'close', 'error']) this.input.once(event, () => void this.close());
    // The reader has gone: without a listener the write would end the process with a stack.
    for (const event of ['close', 'error']) this.output.once(event, () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.input.pause();
    this.onclose?.();
  }

  #take(text: string): void {
    let rest = text;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      this.#append(rest.slice(0, end));
      this.#finish();
      rest = rest.slice(end + 1);
    }
    this.#append(rest);
  }

  #append(text: string): void {
    if (this.#skipping) return;
    this.#line += text;
    if (this.#line.length <= MAX_MESSAGE) return;
    this.#line = '';
    this.#skipping = true;
    this.#refuse(-32600, `TOO_LARGE: a message has at most ${MAX_MESSAGE} characters`);
  }

  #finish(): void {
    const line = this.#line.trim();
    const skipped = this.#skipping;
    this.#line = '';
    this.#skipping = false;
    if (skipped || line === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(-32700, 'Parse error: a line is one JSON-RPC message');
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) this.onmessage?.(message.data);
    else this.#refuse(-32600, 'Invalid request: this is no JSON-RPC message', idOf(value));
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #write(message: unknown): void {
    if (!this.#closed) this.output.write(`${JSON.stringify(message)}\n`);
  }
}

function idOf(value: unknown): string | number | null {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
