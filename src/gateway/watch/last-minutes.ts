import type { RequestRecord } from '../../api/client-observer';
import { MS_PER_MINUTE } from '../../core/calendar/units';
import type { Inbound, Watcher } from './observer';

/** The events of one minute. */
export interface Minute {
  /** In minutes since 1970. */
  readonly at: number;
  inbound: number;
  failed: number;
  upstream: number;
  refused: number;
  items: number;
  hits: number;
  slowestMs: number;
}

const KEPT = 15;

/** The last minutes, for the status page. */
export class LastMinutes implements Watcher {
  readonly #minutes: Minute[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  onInbound({ answered: { status, count = 0, hits = 0 }, ms }: Inbound): void {
    const minute = this.#current();
    minute.inbound++;
    if (status >= 400) minute.failed++;
    minute.items += count;
    minute.hits += hits;
    minute.slowestMs = Math.max(minute.slowestMs, ms);
  }

  onUpstream({ status }: RequestRecord): void {
    const minute = this.#current();
    minute.upstream++;
    if (status === 429) minute.refused++;
  }

  onList(): void {
    // The metrics count lists.
  }

  /** Newest first, including minutes without events. */
  get last(): readonly Minute[] {
    const current = this.#current().at;
    return Array.from(
      { length: KEPT },
      (_, ago) => this.#minutes.find(({ at }) => at === current - ago) ?? empty(current - ago),
    );
  }

  #current(): Minute {
    const at = Math.floor(this.now() / MS_PER_MINUTE);
    const newest = this.#minutes.at(-1);
    if (newest?.at === at) return newest;
    const minute = empty(at);
    this.#minutes.push(minute);
    if (this.#minutes.length > KEPT) this.#minutes.shift();
    return minute;
  }
}

const empty = (at: number): Minute => ({
  at,
  inbound: 0,
  failed: 0,
  upstream: 0,
  refused: 0,
  items: 0,
  hits: 0,
  slowestMs: 0,
});
