import { Cancellation } from '../../core/call';
import { AbandonedError, NotNowError } from '../errors';

/** Who asks. */
export interface Questioner {
  /** The person's name; empty if nobody needs a token. */
  readonly person: string;
  /** Undefined for a token without groups. */
  readonly groups?: readonly string[] | undefined;
}

/**
 * Nobody waits longer for an answer. The add-in waits for 45 seconds, a proxy before the gateway for 35, and the gateway
 * itself waits for each answer of the service for 20: whoever is nearer to the service gives up first, and can say why.
 */
const ANSWER_MS = 30_000;
/** When to try again after that. */
const LATER_MS = 5_000;

/** A question under /api, for as long as somebody waits for its answer. */
export class Asking {
  /** Cancelled when nobody waits any more. */
  readonly cancellation = new Cancellation();
  /** Whether the person may cause requests to the service for it, which is decided once. */
  isAdmitted = false;

  /** @param disconnected aborts when the client is gone; read only if the answer is not there at once */
  constructor(
    readonly asker: Questioner,
    private readonly disconnected?: () => AbortSignal,
  ) {}

  /**
   * The answer, or the best that there is when the time is over. Rejects if that is nothing, and if the client is gone.
   */
  wait<T>(answer: Promise<T>, bestSoFar: () => T | undefined): Promise<T> {
    const gone = this.disconnected?.();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const giveUp = (error: Error): void => {
        end();
        // Nobody waits for what is still missing.
        this.cancellation.cancel();
        reject(error);
      };
      const leave = (): void => {
        giveUp(new AbandonedError());
      };
      const timer = setTimeout(() => {
        const best = bestSoFar();
        if (best === undefined) giveUp(tooLateError());
        else {
          end();
          this.cancellation.cancel();
          resolve(best);
        }
      }, ANSWER_MS);
      gone?.addEventListener('abort', leave);
      answer.then(
        (value) => {
          end();
          this.cancellation.forget();
          resolve(value);
        },
        (error: unknown) => {
          giveUp(error as Error);
        },
      );
      if (gone?.aborted === true) leave();
    });
  }
}

const tooLateError = (): NotNowError =>
  new NotNowError(
    503,
    `The service is too slow: nothing came within ${ANSWER_MS / 1000} s; try again in ${LATER_MS / 1000} s`,
    LATER_MS,
  );
