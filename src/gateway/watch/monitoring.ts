import type { People } from '../access/people';
import type { SharedCounts } from '../access/shared-counts';
import type { Gateway } from '../gateway';
import { Audit, Log } from './log';
import { Metrics } from './metrics';
import type { Watcher } from './watcher';
import { DayCounts } from '../access/allowances';

interface WatchedParts {
  /** Asked only when somebody looks. */
  readonly gateway: () => Gateway;
  readonly people: People;
  readonly shared: SharedCounts | undefined;
  readonly isReady: () => boolean;
  readonly isSignedInByProxy: boolean;
  readonly certificateEndsAt?: (() => number) | undefined;
}

/** Everything that watches a gateway: its log, its metrics, and the requests of each person. */
export class Monitoring {
  readonly day = new DayCounts();
  readonly metrics: Metrics;
  readonly #log: Log;
  readonly #audit: Audit | undefined;

  /**
   * @param files the log's is standard output if it is empty; without a name there is no audit
   * @param say remarks to the operator
   */
  constructor(
    files: { readonly log: string; readonly audit: string },
    parts: WatchedParts,
    say: (text: string) => void,
  ) {
    this.#log = new Log(files.log, say);
    this.#audit = files.audit === '' ? undefined : new Audit(files.audit, say);
    const { gateway, people, shared, ...own } = parts;
    this.metrics = new Metrics({
      ...own,
      tokens: () => people.state,
      ...(shared && { storeErrors: () => shared.errors }),
      people: () => this.day.today,
      quotes: () => gateway().caches.quoteCount,
      quotesFreshMs: () => gateway().caches.quoteFreshMs,
      quota: () => gateway().quota.today,
      quotaStretch: () => gateway().quota.stretch,
    });
  }

  get watchers(): readonly Watcher[] {
    return [this.#log, this.metrics, ...(this.#audit ? [this.#audit] : [])];
  }

  /** Notes an error that ends the gateway. Resolves once it is written. */
  noteFault(error: unknown): Promise<void> {
    for (const watcher of this.watchers) watcher.onFault?.(error);
    return this.close();
  }

  reopenFiles(): void {
    this.#log.reopen();
    this.#audit?.reopen();
  }

  async close(): Promise<void> {
    await Promise.all([this.#log.flush(), this.#audit?.flush()]);
  }
}

interface AdminSources {
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
  /** Why a request is refused; undefined if it is answered. */
  readonly problemOf: (headers: Headers) => string | undefined;
}

/**
 * The operator's port: whether the node is alive, whether it should receive requests, and its metrics.
 */
export function createAdmin({
  metrics,
  isReady,
  problemOf,
}: AdminSources): (request: Request) => Response | Promise<Response> {
  return (request) => {
    const problem = problemOf(request.headers);
    if (problem !== undefined) return new Response(`${problem}\n`, { status: 403 });
    switch (new URL(request.url).pathname) {
      case '/healthz':
        return new Response('ok\n');
      case '/readyz':
        return isReady() ? new Response('ready\n') : new Response('closing\n', { status: 503 });
      case '/metrics':
        return metrics.text();
      default:
        return new Response('Not Found\n', { status: 404 });
    }
  };
}
