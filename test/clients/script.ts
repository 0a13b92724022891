import { createHash } from 'node:crypto';

/** One content block a scripted turn of the model says. A `thinking` block is signed by the stub. */
export type ScriptedBlock =
  | { type: 'thinking'; thinking: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown> };

/** One turn of the model; it asks to go on when it holds a call, and ends the run otherwise. */
export type ScriptedTurn = readonly ScriptedBlock[];

/** One server-sent event of a streamed answer; `type` is repeated in `event:` and in `data:`. */
export type StreamEvent = { type: string } & Record<string, unknown>;

/** Signs thinking so that a history with one changed byte is recognised, as the real APIs do. */
export const sign = (thinking: string): string =>
  createHash('sha512').update(`stub-model-api\n${thinking}`).digest('base64');

/** `<kind>_` and 24 letters or digits, the same for the same place in the same script. */
export const scriptedId = (kind: string, seed: string): string =>
  `${kind}_${createHash('sha256').update(seed).digest('base64url').replace(/[-_]/g, '0').slice(0, 24)}`;

/** The id of the call at a place of a turn. */
export const toolUseId = (seed: string, block: number): string => scriptedId('toolu', `${seed}/${block}`);

/** Cuts a text into pieces of a few characters, never inside a surrogate pair. */
export function pieces(text: string, size = 24): string[] {
  const characters = Array.from(text);
  const cut: string[] = [];
  for (let at = 0; at < characters.length; at += size) cut.push(characters.slice(at, at + size).join(''));
  return cut;
}
