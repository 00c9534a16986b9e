import { isHidden, wait } from '../../api/lookup/wait';
import type { MaybePromise } from '../../core/maybe-promise';
import type { MessageClock } from './message-clock';
import type { ExcelResult } from './to-excel';

/**
 * Excel's client writes as many in about 50 ms.
 *
 * @internal
 */
export const MAX_RESULTS = 30_000;
/** A portion of which nothing could be watched lets the next one go then. */
const MAX_WAIT_MS = 1_000;

/**
 * Divides the results of a large recalculation into portions, one for each message to Excel. Excel's client writes a
 * message in one go, in which the page answers no click, so not too many results may be ready together. One result of
 * each message is watched to know when that leaves. In a hidden page nobody clicks, and nothing waits.
 */
export class ResultPortions {
  /** How many more results go with the last portion. */
  #room = MAX_RESULTS;
  /** Whether a result that was handed over has not left yet. */
  isWatching = false;
  readonly #waiting: (() => void)[] = [];
  #last: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock is told when a message with a watched result is written */
  constructor(private readonly clock?: Pick<MessageClock, 'leave'>) {}

  /** For results that could be handed over now: undefined, or a promise of the time of their portion. */
  timeFor(count = 1): Promise<void> | undefined {
    this.#room -= count;
    if (this.#room < 0 && !isHidden()) {
      this.#room = MAX_RESULTS - count;
      this.#last = new Promise((resolve) => {
        this.#waiting.push(resolve);
      });
      this.#timer ??= setTimeout(this.#begin, MAX_WAIT_MS);
    }
    return this.#last;
  }

  /** The result as it is to be handed over: the first one for a message tells when that is written. */
  watch(result: MaybePromise<ExcelResult>): MaybePromise<ExcelResult> {
    if (this.isWatching || !Array.isArray(result)) return result;
    this.isWatching = true;
    const onLeave = (): void => {
      this.isWatching = false;
      this.clock?.leave();
      // Not before the message has been written: the next portion is work too.
      if (this.#last !== undefined) wait(this.#begin, 0);
      else this.#room = MAX_RESULTS;
    };
    return Object.assign([...result], {
      toJSON(this: { toJSON?: unknown }) {
        // Other cells of the message may show the same result.
        delete this.toJSON;
        onLeave();
        (result as { toJSON?: () => void }).toJSON?.();
        return this;
      },
    });
  }

  readonly #begin = (): void => {
    clearTimeout(this.#timer);
    this.#waiting.shift()?.();
    const isOver = this.#waiting.length === 0;
    if (isOver) this.#last = undefined;
    this.#timer = isOver ? undefined : setTimeout(this.#begin, MAX_WAIT_MS);
  };
}
