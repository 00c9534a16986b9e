import { wait } from './wait';

export interface Pace {
  /** A batch waits until no lookup has arrived for this long… */
  readonly quietMs: number;
  /** …but never longer than this. */
  readonly maxMs: number;
}

export const PACE: Pace = { quietMs: 8, maxMs: 60 };

/**
 * Tells when all lookups of one recalculation have arrived.
 *
 * A spreadsheet evaluates its cells in bursts: hundreds in one event, or one per event with short gaps between. If a
 * batch left at the end of the first event, a column would be split into many small requests. Instead, a batch leaves
 * when no lookup has arrived for a moment too short to notice.
 */
export class BatchWindow {
  #arrivals = 0;
  readonly #open = new Set<() => boolean>();

  constructor(private readonly pace: Pace = PACE) {}

  /** Counts a lookup. */
  arrive(): void {
    this.#arrivals++;
  }

  /** Whether lookups of cells are still being collected. */
  get isOpen(): boolean {
    return [...this.#open].some((holdsCells) => holdsCells());
  }

  /**
   * Runs `dispatch` once no more lookups arrive.
   *
   * @param holdsCells whether anything collected so far comes from a cell rather than a stream
   */
  readonly schedule = (dispatch: () => void, holdsCells = (): boolean => true): void => {
    this.#open.add(holdsCells);
    const { quietMs, maxMs } = this.pace;
    let seen = 0;
    let waitedMs = -quietMs;
    const check = (): void => {
      waitedMs += quietMs;
      if (this.#arrivals === seen || waitedMs >= maxMs) {
        this.#open.delete(holdsCells);
        dispatch();
        return;
      }
      seen = this.#arrivals;
      wait(check, quietMs);
    };
    // Most lookups arrive in the same event as the first: they are counted at its end, when the quiet begins.
    wait(check, 0);
  };
}
