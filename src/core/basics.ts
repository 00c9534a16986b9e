/** Whether a value is an object with named fields, not an array or null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text of JSON; undefined for any other text. The parser's error would quote the text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record of a text of JSON; undefined for any other text. */
export function recordIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = jsonIn(text);
  return isRecord(parsed) ? parsed : undefined;
}

/** A value, or a promise of it. Without promises a warm recalculation costs next to nothing. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value or a promise of it; creates no promise if the value is at hand. */
export const whenReady = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(next) : next(value);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Groups items by a key, in order of first appearance. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** The number of `values` (ascending) below `limit`. */
export function countBefore(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Tells its listeners about changes. */
export class Emitter {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener after every change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected emitChange(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A bounded map that evicts approximately the least recently used entries. Entries live in two generations: reading an
 * old entry moves it to the young generation, and when that is full it becomes the old one. Most reads are a single
 * look-up without a move, which matters because every warm cell pays for it.
 */
export class RecentMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param max entries per generation: the map holds at least this many, and less than twice as many */
  constructor(private readonly max: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.max && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** Gives the values new keys. */
  rename(keyNow: (key: K) => K): void {
    const all = [...this.#old, ...this.#young];
    this.clear();
    for (const [key, value] of all) this.set(keyNow(key), value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

/** The letters and digits of a name: services write different marks between its parts, BRK.B and BRK-B. */
export const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** "bid: PX_BID BID; ask: PX_ASK" → { PX_BID: 'bid', BID: 'bid', PX_ASK: 'ask' }, with no other names: no "constructor". */
export function byName(rows: string): Readonly<Record<string, string>> {
  const meanings = Object.create(null) as Record<string, string>;
  for (const row of rows.split('; ')) {
    const [meant = '', names = ''] = row.split(': ');
    for (const name of names.split(' ')) meanings[name] = meant;
  }
  return meanings;
}
