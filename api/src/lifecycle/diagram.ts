import { HANDOFF_MOVES, HANDOFF_STATUSES, TRANSFER_MOVES, TRANSFER_STATUSES } from './rules.js';

interface Drawn {
  readonly action: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Both lifecycles as Mermaid blocks for Markdown, by the name of their place in the README. */
export function printDiagrams(): Record<'transfer' | 'handoff', string> {
  return {
    transfer: block(TRANSFER_STATUSES, Object.values(TRANSFER_MOVES)),
    handoff: block(HANDOFF_STATUSES, Object.values(HANDOFF_MOVES)),
  };
}

const START = '[*]';

function block(states: readonly string[], moves: readonly Drawn[]): string {
  const edges = new Map<string, string[]>();
  const stays = new Map<string, string[]>();
  for (const move of moves) {
    for (const [from, to] of arrows(move)) {
      if (from === to) push(stays, from, move.action);
      else push(edges, `${from} --> ${to}`, move.action);
    }
  }
  const final = states.filter((state) => ![...edges.keys()].some((edge) => edge.startsWith(`${state} `)));
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...[...edges].map(([edge, actions]) => `  ${edge} : ${actions.join(', ')}`),
    ...final.map((state) => `  ${state} --> ${START}`),
    ...states.flatMap((state) => note(state, stays.get(state))),
    '```',
  ].join('\n');
}

/** What leaves a state where it is, beside it: as arrows these would bury the others. */
function note(state: string, actions: readonly string[] | undefined): string[] {
  return actions === undefined ? [] : [`  note right of ${state}`, `    ${actions.join(', ')}`, '  end note'];
}

/** A replaced runtime is a fact beside the state, so its states are drawn as the one they are of. */
const drawn = (state: string): string => state.replace(/:replaced$/, '');

function arrows({ from, to }: Drawn): [from: string, to: string][] {
  const sources = from.length === 0 ? [START] : [...new Set(from.map(drawn))];
  return sources.flatMap((source) =>
    [...new Set(to.map((target) => (target === 'same' ? source : drawn(target))))].map(
      (target): [string, string] => [source, target],
    ),
  );
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
