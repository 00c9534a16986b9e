import type { People } from '../access/people';
import type { ClockWatch, Store } from '../nodes/store';
import type { Gateway } from '../gateway';
import { Log } from '../watch/log';
import { Metrics } from '../watch/metrics';
import type { Watcher } from '../watch/observer';
import { LastMinutes, statusPage } from '../watch/status-page';

import { DayCounts } from '../access/allowances';

/** Parts of a gateway that tell how they are. */
interface WatchedParts {
  readonly people: People;
  /** Undefined without a store, as is the clock. */
  readonly store: Store | undefined;
  readonly clock: ClockWatch | undefined;
}

/** Everything that watches a gateway: its log, its metrics, its status page, and the requests of each person. */
export class Watching {
  readonly day = new DayCounts();
  readonly metrics: Metrics;
  readonly #minutes = new LastMinutes();
  readonly #log: Log;

  /**
   * @param logFile empty: standard output
   * @param gateway asked only when somebody looks
   * @param say remarks to the operator
   */
  constructor(
    logFile: string,
    private readonly version: string,
    private readonly gateway: () => Gateway,
    { people, store, clock }: WatchedParts,
    say: (text: string) => void,
  ) {
    this.#log = new Log(logFile, say);
    this.metrics = new Metrics({
      isLeading: () => gateway().isLeading,
      tokens: () => people.state,
      ...(store && { storeErrors: () => store.errors }),
      ...(clock && { clockOffsetMs: () => clock.offsetMs }),
      people: () => this.day.today,
      quotes: () => gateway().caches.quoteCount,
      quotesFreshMs: () => gateway().caches.quoteFreshMs,
      quota: () => gateway().quota.today,
    });
  }

  get watchers(): readonly Watcher[] {
    return [this.#log, this.metrics, this.#minutes];
  }

  status(): Response {
    return statusPage({
      minutes: () => this.#minutes.last,
      leads: () =>
        this.gateway().isLeading
          ? 'This node is the leader: it sends the requests to the service.'
          : 'Another node is the leader.',
      people: () => this.day.today,
      isTokenNeeded: () => this.gateway().isTokenNeeded,
      quotes: () => this.gateway().caches.quoteCount,
      quota: () => this.gateway().quota.today,
      version: this.version,
    });
  }

  /** Notes an error that ends the gateway. */
  noteFault(error: unknown): void {
    for (const watcher of this.watchers) watcher.onFault?.(error);
    this.close();
  }

  /** Continues in a new log file, after the old one was moved away. */
  reopenLog(): void {
    this.#log.reopen();
  }

  /** Writes what is still to be written. */
  close(): void {
    this.#log.flush();
  }
}
