import { wait } from './wait';

export interface Pace {
  /** A batch waits until no lookup has come for this long… */
  readonly quietMs: number;
  /** …but never longer than this. */
  readonly longestMs: number;
}

export const PACE: Pace = { quietMs: 8, longestMs: 60 };

/**
 * Tells when the lookups of one recalculation are all there.
 *
 * A spreadsheet hands over its cells in bursts: hundreds in one event, or one event each, with short gaps between. A batch
 * that left at the end of the first event would split a column into many small requests, so a batch leaves when the
 * stream of lookups has been quiet for a moment that no reader notices.
 */
export class BatchWindow {
  #arrivals = 0;
  readonly #open = new Set<() => boolean>();

  constructor(private readonly pace: Pace = PACE) {}

  /** A lookup has come. */
  arrive(): void {
    this.#arrivals++;
  }

  /** Whether questions of cells are still collected. */
  get isOpen(): boolean {
    return [...this.#open].some((holdsCells) => holdsCells());
  }

  /**
   * Runs `dispatch` once the lookups have gone quiet.
   *
   * @param holdsCells whether what has been collected so far is not only of streams
   */
  readonly schedule = (dispatch: () => void, holdsCells = (): boolean => true): void => {
    this.#open.add(holdsCells);
    const { quietMs, longestMs } = this.pace;
    let seen = 0;
    let waitedMs = -quietMs;
    const check = (): void => {
      waitedMs += quietMs;
      if (this.#arrivals === seen || waitedMs >= longestMs) {
        this.#open.delete(holdsCells);
        dispatch();
        return;
      }
      seen = this.#arrivals;
      wait(check, quietMs);
    };
    // Most lookups come in the same event as the first: they are counted when it is over, and the quiet begins.
    wait(check, 0);
  };
}
