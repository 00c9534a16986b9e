import { ServiceError } from '../../api/service-error';
import { RecentMap } from '../../core/recent-map';
import { NotNowError } from '../not-now-error';

/** How long a failure is remembered: first, and after many in a row. */
const [FIRST_MS, MAX_MS] = [1_000, 15_000];
/** Failures that are remembered at the same time. */
const MAX_FAILURES = 5_000;

/** The time after the next failure, if there has been one that was remembered for so long. */
export const longer = (ms: number | undefined): number => (ms === undefined ? FIRST_MS : Math.min(MAX_MS, ms * 2));

/** Whether the service asks for a pause, which concerns everything. */
export const isPause = (error: ServiceError): boolean =>
  !(error instanceof NotNowError) && (error.status === 429 || (error.status === 503 && error.pauseMs !== undefined));

/** Whether the service failed, so that asking again at once would do no good. */
export const isFailure = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  !(error instanceof NotNowError) &&
  error.kind !== 'cancelled' &&
  error.kind !== 'closed' &&
  !isPause(error);

interface RecentFailure {
  readonly error: ServiceError;
  readonly until: number;
  readonly ms: number;
}

/**
 * What the service failed to answer a moment ago: whoever asks for it again gets the same failure, for a second after
 * the first in a row and fifteen at most.
 */
export class RecentFailures {
  readonly #failures = new RecentMap<string, RecentFailure | null>(MAX_FAILURES);

  constructor(private readonly now: () => number) {}

  of(name: string): ServiceError | undefined {
    const failure = this.#failures.get(name);
    return failure && this.now() < failure.until ? failure.error : undefined;
  }

  note(name: string, error: unknown): void {
    if (!isFailure(error)) return;
    const now = this.now();
    const before = this.#failures.get(name);
    const isInARow = before && now < before.until + 2 * MAX_MS;
    // Several requests that were out at the same time failed once.
    if (isInARow && now < before.until) return;
    const ms = longer(isInARow ? before.ms : undefined);
    this.#failures.set(name, { error, until: now + ms, ms });
  }

  forget(name: string): void {
    if (this.#failures.get(name)) this.#failures.set(name, null);
  }
}
