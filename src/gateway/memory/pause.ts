import { ServiceError } from '../../api/service-error';

/** The length of a pause if the service does not state one. */
export const SHORT_PAUSE_MS = 10_000;

/** One pause for all: while the service wants no requests, it gets none, and everybody is told how long to wait. */
export class Pause {
  #until = -Infinity;
  #status = 429;

  constructor(private readonly now: () => number) {}

  /** Throws while there is a pause. */
  check(): void {
    const leftMs = this.#until - this.now();
    if (leftMs <= 0) return;
    throw new ServiceError('status', `Too many requests (${this.#status})`, { status: this.#status, pauseMs: leftMs });
  }

  /** Hears of every failure. */
  note(error: unknown): void {
    if (!(error instanceof ServiceError) || (error.status !== 429 && error.status !== 503)) return;
    // A 503 without a time does not start a pause: the service may be ready again at once.
    if (error.status === 503 && error.pauseMs === undefined) return;
    this.#status = error.status;
    this.#until = Math.max(this.#until, this.now() + (error.pauseMs ?? SHORT_PAUSE_MS));
  }
}
