import { RecentMap } from '../../core/basics';
import type { RefusedReply } from '../errors';
import { MS_PER_MINUTE } from '../../core/calendar/dates';

/** The answer for one name: its record or the whole body as JSON, '' if a list lacks it; or the service's refusal. */
export type Item = RefusedReply;

/** How long the service is not asked again for an unknown or refused name. */
export const REFUSED_MS = MS_PER_MINUTE;

export const isKept = (status: number): boolean => status === 404 || status === 422;

export const isMissing = ({ status, body }: Item): boolean => status !== 200 || body === '';

export interface CacheEntry<Value = Item> {
  readonly name: string;
  readonly value: Value;
  readonly askedAt: number;
  /** When this node requested it; a cache on the way may have sent an older answer. */
  readonly sentAt: number;
  wantedAt: number;
  /** The average time until it is read again; 0 if unknown. */
  pauseMs: number;
}

type EntryTimes = Pick<Partial<CacheEntry>, 'wantedAt' | 'sentAt'>;

export interface KeptEntries {
  entryOf(name: string): CacheEntry | undefined;
  noteWanted(entry: CacheEntry, now: number): void;
  putEntry(name: string, value: Item, askedAt: number, times?: EntryTimes): void;
}

/** Characters of all answers and their addresses together. */
const MAX_CHARACTERS = 48_000_000;

/** Answers by address. The least recently used go first. */
export class RecentEntries implements KeptEntries {
  readonly #kept = new Map<string, CacheEntry>();
  #characters = 0;

  entryOf(name: string): CacheEntry | undefined {
    return this.#kept.get(name);
  }

  noteWanted(entry: CacheEntry): void {
    this.#kept.delete(entry.name);
    this.#kept.set(entry.name, entry);
  }

  putEntry(name: string, value: Item, askedAt: number, { sentAt = askedAt }: EntryTimes = {}): void {
    this.#drop(name);
    this.#kept.set(name, { name, value, askedAt, sentAt, wantedAt: askedAt, pauseMs: 0 });
    this.#characters += name.length + value.body.length;
    if (this.#characters <= MAX_CHARACTERS) return;
    // Many at once: after many deletions, finding the oldest takes long.
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= 0.9 * MAX_CHARACTERS || oldest === name) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept) this.#characters -= name.length + kept.value.body.length;
    this.#kept.delete(name);
  }
}

/** Limit for rarely read answers, which are kept in case the service fails. */
const MAX_COLD = 50_000;
/** Limit for the others: where lists are not filled, no search sets any aside. */
const MAX_WARM = 100_000;
/** Limit for remembered names that nobody reads now. */
const MAX_IDLE = 2_000;
const MAX_CANDIDATES = 200;
const NEWEST = 0.25;

/** The oldest request first. Names that were not read for two periods are separate, so that searches skip them. */
export class CacheEntries<Value> {
  readonly #warm = new Map<string, CacheEntry<Value>>();
  readonly #cold = new RecentMap<string, CacheEntry<Value>>(MAX_COLD);
  readonly #idle = new Set<string>();

  entryOf(name: string): CacheEntry<Value> | undefined {
    return this.#warm.get(name) ?? this.#cold.get(name);
  }

  noteWanted(entry: CacheEntry<Value>, now: number): void {
    const pauseMs = now - entry.wantedAt;
    if (pauseMs < Infinity)
      entry.pauseMs = entry.pauseMs === 0 ? pauseMs : entry.pauseMs + NEWEST * (pauseMs - entry.pauseMs);
    entry.wantedAt = now;
  }

  /** Keeps an answer unless a newer one exists. A name that was wanted stays wanted. */
  putEntry(
    name: string,
    value: Value,
    askedAt: number,
    { wantedAt = -Infinity, sentAt = askedAt }: EntryTimes = {},
  ): void {
    const before = this.entryOf(name);
    if (before !== undefined && before.askedAt > askedAt) return;
    // Pauses from before it was abandoned say nothing about the future.
    const pauseMs = this.#warm.get(name)?.pauseMs ?? 0;
    this.#idle.delete(name);
    // Deleted and inserted again, so that it moves to the end.
    this.#warm.delete(name);
    this.#warm.set(name, {
      name,
      value,
      askedAt,
      sentAt,
      wantedAt: Math.max(wantedAt, before?.wantedAt ?? -Infinity),
      pauseMs,
    });
    if (this.#warm.size <= MAX_WARM) return;
    // Half of them at once: after many deletions, finding the oldest takes long.
    for (const oldest of this.#warm.values()) {
      if (this.#warm.size <= MAX_WARM / 2) break;
      this.#layAside(oldest);
    }
  }

  /** An old answer can wait for its next reader, so rarely read answers are less urgent. */
  candidates(now: number, freshMs: number): readonly string[] {
    const candidates: CacheEntry<Value>[] = [];
    for (const entry of this.#oldest(now, freshMs)) {
      if (entry.askedAt >= now - freshMs / 3 || candidates.length === MAX_CANDIDATES) break;
      candidates.push(entry);
    }
    return candidates.sort((a, b) => a.askedAt + a.pauseMs - b.askedAt - b.pauseMs).map(({ name }) => name);
  }

  /** Names to request ahead, oldest first: wanted since their request, within two periods. */
  *due(now: number, freshMs: number, share: number): Generator<string, void> {
    for (const { name, askedAt, wantedAt } of this.#oldest(now, freshMs)) {
      if (askedAt > now - freshMs * share) return;
      if (wantedAt > askedAt) yield name;
    }
  }

  /** Names that were read earlier but not now, the last read first. */
  get idle(): readonly string[] {
    return [...this.#idle].reverse();
  }

  wantedCount(now: number, freshMs: number): number {
    return [...this.#oldest(now, freshMs)].length;
  }

  #layAside(entry: CacheEntry<Value>): void {
    this.#warm.delete(entry.name);
    this.#cold.set(entry.name, entry);
    this.#idle.delete(entry.name);
    this.#idle.add(entry.name);
    for (const longest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) break;
      this.#idle.delete(longest);
    }
  }

  *#oldest(now: number, freshMs: number): Generator<CacheEntry<Value>, void> {
    for (const entry of this.#warm.values()) {
      if (entry.wantedAt <= now - 2 * freshMs) {
        this.#layAside(entry);
      } else {
        yield entry;
      }
    }
  }
}

/** Names for the free room of a list. @param maxLength of the list in characters, including commas */
export function fillList(names: readonly string[], maxLength: number, candidates: Iterable<string>): string[] {
  const taken = new Set(names);
  let room = maxLength + 1 - names.reduce((sum, name) => sum + name.length + 1, 0);
  const added: string[] = [];
  for (const name of candidates) {
    if (name.length + 1 > room || taken.has(name)) continue;
    taken.add(name);
    added.push(name);
    room -= name.length + 1;
  }
  return added;
}
