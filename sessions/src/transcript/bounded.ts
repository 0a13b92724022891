import { shown } from './shown.js';

/** Counts names out of a transcript; the first `limit` different ones by name, the rest together under `…`. */
export class NameCounts {
  private readonly counts = new Map<string, number>();
  private more = 0;

  constructor(private readonly limit: number) {}

  add(name: string, count = 1): void {
    const known = this.counts.get(name);
    if (known === undefined && this.counts.size >= this.limit) this.more += count;
    else this.counts.set(name, (known ?? 0) + count);
  }

  addAll(other: NameCounts): void {
    for (const [name, count] of other.counts) this.add(name, count);
    this.more += other.more;
  }

  /** By name; sorted, so that the same content gives the same report. */
  list(): { name: string; count: number }[] {
    const told = new Map<string, number>();
    for (const [name, count] of this.counts) told.set(shown(name), (told.get(shown(name)) ?? 0) + count);
    const list = [...told].map(([name, count]) => ({ name, count }));
    list.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    return this.more > 0 ? [...list, { name: '…', count: this.more }] : list;
  }
}

/** A list of which the first `limit` are told, and how many there were. */
export class BoundedList<T> {
  readonly first: T[] = [];
  count = 0;

  constructor(private readonly limit: number) {}

  add(...items: readonly T[]): void {
    for (const item of items) {
      this.count++;
      if (this.first.length < this.limit) this.first.push(item);
    }
  }
}
