import { RecentMap } from './recent-map';

/** An answer that many share, and when it was asked for and last wanted; times in milliseconds. */
export interface Shelved<Value> {
  readonly name: string;
  readonly value: Value;
  readonly askedAt: number;
  wantedAt: number;
}

/** What is wanted seldom is kept for as long as there is room, so that it is known and can stand in when the service fails. */
const MOST_COLD = 50_000;

/**
 * Answers by name, the one that was asked for longest ago first. It tells which may ride along in a list that is sent anyway, and which
 * should be asked for before anybody waits. What nobody has wanted for two periods lies apart, where nothing looks at it.
 */
export class Shelf<Value> {
  readonly #warm = new Map<string, Shelved<Value>>();
  readonly #cold = new RecentMap<string, Shelved<Value>>(MOST_COLD);

  get(name: string): Shelved<Value> | undefined {
    return this.#warm.get(name) ?? this.#cold.get(name);
  }

  /** Notes that somebody wants it now. */
  want(shelved: Shelved<Value>, now: number): void {
    shelved.wantedAt = now;
  }

  /** Keeps an answer unless a newer one is there. Whoever was wanted stays wanted. */
  put(name: string, value: Value, askedAt: number, wantedAt = -Infinity): void {
    const before = this.get(name);
    if (before !== undefined && before.askedAt > askedAt) return;
    // It moves to the end: asked for last.
    this.#warm.delete(name);
    this.#warm.set(name, { name, value, askedAt, wantedAt: Math.max(wantedAt, before?.wantedAt ?? -Infinity) });
  }

  /** Names that may ride along, oldest first: wanted within two periods, and older than a third of one. */
  *fillers(now: number, freshMs: number): Generator<string, void> {
    for (const shelved of this.#oldest(now, freshMs)) {
      if (shelved.askedAt >= now - freshMs / 3) return;
      yield shelved.name;
    }
  }

  /** Names to ask for ahead, oldest first: past a share of their freshness, and wanted since they were asked for, within two periods. */
  *due(now: number, freshMs: number, share: number): Generator<string, void> {
    for (const { name, askedAt, wantedAt } of this.#oldest(now, freshMs)) {
      if (askedAt > now - freshMs * share) return;
      if (wantedAt > askedAt) yield name;
    }
  }

  get size(): number {
    return this.#warm.size;
  }

  *#oldest(now: number, freshMs: number): Generator<Shelved<Value>, void> {
    for (const shelved of this.#warm.values()) {
      if (shelved.wantedAt <= now - 2 * freshMs) {
        // What another node has asked for is wanted there; it stays while it is new.
        if (shelved.askedAt > now - 2 * freshMs) continue;
        this.#warm.delete(shelved.name);
        this.#cold.set(shelved.name, shelved);
      } else {
        yield shelved;
      }
    }
  }
}
