import { Cancellation } from '../../core/call';
import { inTime, TooLateError } from '../../core/waiting';
import { AbandonedError, NotNowError } from '../errors';
import type { Answered } from '../replies';

export interface Questioner {
  /** The key for counting the person's requests; empty if nobody needs a token. */
  readonly person: string;
  readonly name?: string;
  readonly groups?: readonly string[] | undefined;
}

/** Excel waits for 45 s, a proxy for 35, the gateway for the service for 20: so the nearest one can say why. */
const ANSWER_MS = 30_000;
const LATER_MS = 5_000;

export class Asking {
  #cancellation: Cancellation | undefined;
  /** Whether the person may cause requests to the service for this question; decided once. */
  isAdmitted = false;
  /** The answer when the time is over: quotes that are too old, since new ones took too long. */
  bestSoFar: (() => Answered) | undefined;

  /** @param disconnected aborts when the client is gone; read only if the answer is not there at once */
  constructor(
    readonly asker: Questioner,
    private readonly disconnected?: () => AbortSignal,
  ) {}

  /** Most questions are answered from memory and need none. */
  get cancellation(): Cancellation {
    return (this.#cancellation ??= new Cancellation());
  }

  /** The best available answer when the time is over. Rejects if there is none, or if the client is gone. */
  async waitFor<T>(answer: Promise<T>): Promise<T | Answered> {
    const gone = this.disconnected?.();
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(new AbandonedError());
      };
      gone?.addEventListener('abort', leave);
      if (gone?.aborted === true) leave();
    });
    try {
      const value = await inTime(() => Promise.race([answer, left]), ANSWER_MS);
      this.cancellation.forget();
      return value;
    } catch (error) {
      const best = error instanceof TooLateError ? this.bestSoFar?.() : undefined;
      // Nobody waits for the missing answers any more.
      this.cancellation.cancel();
      if (best !== undefined) return best;
      if (!(error instanceof TooLateError)) throw error;
      throw new NotNowError(503, `${LATE}; try again in ${LATER_MS / 1000} s`, LATER_MS);
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }
}

const LATE = `The service has not answered within ${ANSWER_MS / 1000} s: it is slow, or takes no more requests now (429)`;

export interface AgeLimits {
  /** Older answers do not count; undefined: as in the table of operations. */
  readonly maxAgeMs: number | undefined;
  /** How long a substitute may have been too old; 0 for no substitute. */
  readonly maxStaleMs: number;
}

/** Combines the refreshes of many users: a name is requested from the service no more often than this. */
const MIN_MAX_AGE_MS = 2_000;

/** Only answers requested since then count, in ms; undefined for every fresh one. */
export const notBeforeOf = ({ maxAgeMs = Infinity }: AgeLimits, now: number): number | undefined =>
  maxAgeMs === Infinity ? undefined : now - Math.max(maxAgeMs, MIN_MAX_AGE_MS);

const NO_LIMITS: AgeLimits = { maxAgeMs: undefined, maxStaleMs: 0 };

/** Ignores "no-cache", which browsers add by themselves to every request that bypasses their own cache. */
export function readAgeLimits(header: string | null): AgeLimits {
  if (header === null || header === 'no-cache') return NO_LIMITS;
  let [maxAgeMs, maxStaleMs]: [number | undefined, number] = [undefined, 0];
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.trim().split('=');
    const seconds = /^"?\d+"?$/.test(value ?? '') ? Number(value!.replaceAll('"', '')) : undefined;
    if (name === 'max-age' && seconds !== undefined) maxAgeMs = seconds * 1000;
    if (name === 'max-stale') maxStaleMs = value === undefined ? Infinity : (seconds ?? 0) * 1000;
  }
  return { maxAgeMs, maxStaleMs };
}
