interface OutRequest {
  readonly operation: string;
  sentAt: number;
  readonly sendCopy: () => AbortController;
}

/** So many times the usual latency, within these bounds, and a request may be lost. */
const [LATE, MIN_LATE_MS, MAX_LATE_MS] = [5, 1_000, 10_000];
const PROBE_EVERY_MS = 1_000;
/** So many copies are out that only show whether the service answers again. */
const MAX_PROBES = 2;

/** A service that hung is used as soon as it answers again: what may be lost is sent once more. */
export class LostRequests {
  readonly #out = new Set<OutRequest>();
  readonly #probes: AbortController[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param usualMs what answers have taken recently; 0 before the first */
  constructor(
    private readonly now: () => number,
    private readonly usualMs: () => number,
  ) {}

  sendAttempt<T>(operation: string, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const copies = new Set<AbortController>();
      const end = (): void => {
        this.#out.delete(request);
        // Those that are lost would time out, as if the service still failed.
        for (const copy of copies) copy.abort();
        if (this.#out.size === 0) this.#stopWatching();
      };
      const request: OutRequest = {
        operation,
        sentAt: this.now(),
        sendCopy: () => {
          const copy = new AbortController();
          copies.add(copy);
          const sentAt = (request.sentAt = this.now());
          attempt(copy.signal).then(
            (reply) => {
              end();
              resolve(reply);
              this.#sendLost(operation, sentAt);
            },
            (error: unknown) => {
              // A probe that made room for another is no failure.
              if (copy.signal.aborted && this.#out.has(request)) return;
              end();
              reject(error instanceof Error ? error : new Error(String(error)));
            },
          );
          return copy;
        },
      };
      this.#out.add(request);
      request.sendCopy();
      this.#watch();
    });
  }

  get #lateMs(): number {
    return Math.min(MAX_LATE_MS, Math.max(MIN_LATE_MS, this.usualMs() * LATE));
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#watch();
      const [oldest] = [...this.#out].sort((one, other) => one.sentAt - other.sentAt);
      if (oldest === undefined || this.now() - oldest.sentAt < this.#lateMs) return;
      if (this.#probes.push(oldest.sendCopy()) > MAX_PROBES) this.#probes.shift()!.abort();
    }, PROBE_EVERY_MS);
  }

  #stopWatching(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#probes.length = 0;
  }

  #sendLost(operation: string, answeredSentAt: number): void {
    const lateMs = this.#lateMs;
    for (const request of [...this.#out]) {
      const isLost = request.sentAt < answeredSentAt && this.now() - request.sentAt >= lateMs;
      if (isLost && request.operation === operation) request.sendCopy();
    }
  }
}
