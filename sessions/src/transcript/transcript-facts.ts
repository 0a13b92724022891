import { LineStream, type PassingLine } from '../json/line-stream.js';
import { isBlank } from '../json/split-lines.js';
import { isObject, type JsonValue } from '../json/value.js';
import { pathRoots } from './absolute-paths.js';
import { BoundedList, NameCounts } from './bounded.js';
import { CallTracker, type OpenCall } from './calls.js';
import { readEntry } from './entry.js';
import { type OddityKind, readLine } from './oddity.js';
import { eachString } from './strings.js';

/** A line, 1-based, and what is odd about it. */
export interface OddLine {
  line: number;
  oddity: OddityKind;
}

/** What a transcript holds, derived from its lines alone. */
export interface TranscriptFacts {
  /** Lines that are not blank, by the kind their client gave them; `null` has none. */
  kinds: NameCounts;
  largestEntry: { line: number; bytes: number } | null;
  openCalls: OpenCall[];
  /** Answers without a call before them: their line. */
  orphanAnswers: BoundedList<number>;
  /** Records that name a parent which stands further down. */
  parentsAfterChildren: BoundedList<number>;
  unsignedThinking: number;
  encrypted: number;
  images: number;
  models: NameCounts;
  absolutePaths: NameCounts;
  /** Working directories that records name. */
  cwds: NameCounts;
  /** MCP servers whose tools were called. */
  servers: NameCounts;
  /** Files with results too large for the transcript, by their name below `tool-results`. */
  resultFiles: NameCounts;
  /** Lines that end in \r\n. */
  carriageReturns: number;
  odd: BoundedList<OddLine>;
  /** The last line, when it was cut while written. */
  cutLine: number | null;
}

/** Both clients name a server's tool so. */
const MCP_TOOL = /^mcp__(.+?)__/;
const RESULT_FILE = /[/\\]tool-results[/\\]([\w.-]+)/g;
const MOST_NAMES = 50;
const MOST_LINES = 100;

/** Reads a transcript piece by piece; holds one line, the ids of its records, and the calls that are open. */
export class TranscriptReader {
  private readonly lines = new LineStream();
  private readonly calls = new CallTracker();
  private readonly uuids = new Set<string>();
  /** Parents that no line before named; the child's line. */
  private readonly awaited = new Map<string, number[]>();
  private readonly facts: TranscriptFacts = {
    kinds: new NameCounts(MOST_NAMES),
    largestEntry: null,
    openCalls: [],
    orphanAnswers: new BoundedList(MOST_LINES),
    parentsAfterChildren: new BoundedList(MOST_LINES),
    unsignedThinking: 0,
    encrypted: 0,
    images: 0,
    models: new NameCounts(MOST_NAMES),
    absolutePaths: new NameCounts(MOST_NAMES),
    cwds: new NameCounts(MOST_NAMES),
    servers: new NameCounts(MOST_NAMES),
    resultFiles: new NameCounts(MOST_LINES),
    carriageReturns: 0,
    odd: new BoundedList(MOST_LINES),
    cutLine: null,
  };

  write(piece: Uint8Array): void {
    for (const line of this.lines.write(piece)) this.read(line);
  }

  end(): TranscriptFacts {
    const last = this.lines.end();
    if (last !== null) this.read(last);
    this.facts.openCalls = this.calls.open();
    return this.facts;
  }

  private read({ bytes, number, terminated }: PassingLine): void {
    if (isBlank(bytes)) return;
    const { facts } = this;
    if (bytes.at(-1) === 0x0d) facts.carriageReturns++;
    if (bytes.length > (facts.largestEntry?.bytes ?? 0))
      facts.largestEntry = { line: number, bytes: bytes.length };
    const { value, oddities } = readLine(bytes, number === 1, terminated);
    facts.odd.add(...oddities.map((oddity) => ({ line: number, oddity })));
    if (oddities.includes('CUT')) facts.cutLine = number;
    if (value !== undefined) this.take(value, number);
  }

  /** Takes an entry that was read already: an element of a message list. */
  take(value: JsonValue, number: number): void {
    if (!isObject(value)) return;
    const { facts } = this;
    const entry = readEntry(value);
    facts.kinds.add(entry.kind ?? 'null');
    for (const id of this.calls.take(entry, number)) facts.orphanAnswers.add(id);
    facts.unsignedThinking += entry.unsignedThinking;
    facts.encrypted += entry.encrypted;
    facts.images += entry.images;
    if (entry.model !== null) facts.models.add(entry.model);
    if (entry.cwd !== null) facts.cwds.add(entry.cwd);
    for (const { tool } of entry.calls) {
      const server = MCP_TOOL.exec(tool)?.[1];
      if (server !== undefined) facts.servers.add(server);
    }
    this.follow(entry.uuid, entry.parentUuid, number);
    eachString(value, (text) => {
      for (const root of pathRoots(text)) facts.absolutePaths.add(root);
      if (text.includes('tool-results')) {
        for (const [, name] of text.matchAll(RESULT_FILE)) facts.resultFiles.add(name as string);
      }
    });
  }

  private follow(uuid: string | null, parent: string | null, line: number): void {
    if (uuid !== null) {
      this.uuids.add(uuid);
      this.facts.parentsAfterChildren.add(...(this.awaited.get(uuid) ?? []));
      this.awaited.delete(uuid);
    }
    if (parent === null || this.uuids.has(parent)) return;
    this.awaited.set(parent, [...(this.awaited.get(parent) ?? []), line]);
  }
}
