import { BoundedList, NameCounts } from '../transcript/bounded.js';
import type { OddityKind } from '../transcript/oddity.js';
import { shown } from '../transcript/shown.js';
import type { TranscriptFacts } from '../transcript/transcript-facts.js';

/** Places in parts: how many there are, and the first hundred. Lines are 1-based; in a message list, its elements. */
export interface Places<More = unknown> {
  count: number;
  first: ({ path: string; line: number } & More)[];
}

export type Named = { name: string; count: number }[];

/** What the snapshot's transcripts hold, counted together. Names are those of the content, cut and made fit to be shown. */
export interface TranscriptReport {
  kinds: Named;
  largestEntry: { path: string; line: number; bytes: number } | null;
  /** Calls without an answer, the agent's own call of snapshot_state among them. */
  openCalls: Places<{ id: string; tool: string; passed: boolean }>;
  orphanAnswers: Places;
  parentsAfterChildren: Places;
  unsignedThinking: number;
  encrypted: number;
  images: number;
  models: Named;
  absolutePaths: Named;
  carriageReturns: number;
  odd: Places<{ oddity: OddityKind }>;
}

/** What a session refers to and does not take along. */
export interface StaysBehind {
  /**
   * WORKING_TREE: the files in its working directories. MCP_SERVERS: servers whose tools it called, with their
   * credentials. RESULT_FILES: results it refers to that are no part of the snapshot. CLIENT_SETTINGS: the client's
   * sign-in, settings, memory and permissions.
   */
  what: 'WORKING_TREE' | 'MCP_SERVERS' | 'RESULT_FILES' | 'CLIENT_SETTINGS';
  names: string[];
}

const MOST_PLACES = 100;

/** Counts the transcripts of a snapshot together, part by part in their order. */
export class TranscriptReports {
  private largest: TranscriptReport['largestEntry'] = null;
  private readonly openCalls = new BoundedList<TranscriptReport['openCalls']['first'][number]>(MOST_PLACES);
  private readonly orphans = new BoundedList<{ path: string; line: number }>(MOST_PLACES);
  private readonly children = new BoundedList<{ path: string; line: number }>(MOST_PLACES);
  private readonly odd = new BoundedList<TranscriptReport['odd']['first'][number]>(MOST_PLACES);
  private readonly names = {
    kinds: new NameCounts(50),
    models: new NameCounts(50),
    absolutePaths: new NameCounts(50),
  };
  private readonly left = {
    cwds: new NameCounts(50),
    servers: new NameCounts(50),
    resultFiles: new NameCounts(100),
  };
  private counts = { unsignedThinking: 0, encrypted: 0, images: 0, carriageReturns: 0 };

  add(path: string, facts: TranscriptFacts): void {
    const { largestEntry: entry } = facts;
    if (entry !== null && entry.bytes > (this.largest?.bytes ?? 0)) this.largest = { path, ...entry };
    for (const { id, tool, line, passed } of facts.openCalls)
      this.openCalls.add({ path, line, id: shown(id), tool: shown(tool), passed });
    const place = (line: number) => ({ path, line });
    addAll(this.orphans, facts.orphanAnswers, place);
    addAll(this.children, facts.parentsAfterChildren, place);
    addAll(this.odd, facts.odd, ({ line, oddity }) => ({ path, line, oddity }));
    for (const key of ['kinds', 'models', 'absolutePaths'] as const) this.names[key].addAll(facts[key]);
    for (const key of ['cwds', 'servers', 'resultFiles'] as const) this.left[key].addAll(facts[key]);
    for (const key of ['unsignedThinking', 'encrypted', 'images', 'carriageReturns'] as const)
      this.counts[key] += facts[key];
  }

  report(): TranscriptReport {
    return {
      kinds: this.names.kinds.list(),
      largestEntry: this.largest,
      openCalls: told(this.openCalls),
      orphanAnswers: told(this.orphans),
      parentsAfterChildren: told(this.children),
      models: this.names.models.list(),
      absolutePaths: this.names.absolutePaths.list(),
      ...this.counts,
      odd: told(this.odd),
    };
  }

  staysBehind(paths: readonly string[]): StaysBehind[] {
    const { cwds, servers, resultFiles } = this.left;
    const missing = namesOf(resultFiles).filter((name) => !paths.some((path) => path.endsWith(`/${name}`)));
    const all: StaysBehind[] = [
      { what: 'WORKING_TREE', names: namesOf(cwds) },
      { what: 'MCP_SERVERS', names: namesOf(servers) },
      { what: 'RESULT_FILES', names: missing },
    ];
    const some = all.filter(({ names }) => names.length > 0);
    return namesOf(cwds).length > 0 ? [...some, { what: 'CLIENT_SETTINGS', names: [] }] : some;
  }
}

const namesOf = (names: NameCounts): string[] => names.list().map(({ name }) => name);
const told = <T>({ count, first }: BoundedList<T>): { count: number; first: T[] } => ({ count, first });

function addAll<F, T>(to: BoundedList<T>, from: BoundedList<F>, make: (item: F) => T): void {
  to.add(...from.first.map(make));
  to.count += from.count - from.first.length;
}
