import { ServiceError } from '../service-error';
import type { SendOptions } from '../transport/policy';

/** How one list, or a part of it, is sent. */
export interface ListOptions extends SendOptions {
  /** A part of a list that failed has waited once. */
  readonly priority: 'foreground' | 'follow-up';
  /** Whether one of its names is at fault for a failure, because the service answers other requests. */
  readonly isSuspect: boolean;
}

/** A part of a list that failed. */
export const PART = { priority: 'follow-up', isSuspect: true, isOnce: true, isUncounted: true } as const;

/** A list that was sent, for the division of its names. */
export interface SentNames {
  /** Shared by all lists of an operation. */
  readonly history: { outageCount: number; trial: Promise<void> | undefined };
  /** Whether the service has answered anything since the list was sent. */
  readonly isServiceUp: boolean;
  /** Whether another list has found since then that the service is out of order. */
  readonly isServiceDown: boolean;
  /** The reason why nothing was answered; undefined once the names have their records. */
  tryNames(names: readonly string[], options: ListOptions): Promise<Error | undefined>;
  failNames(names: readonly string[], error: Error): void;
  /** Whether one of the names may be the reason for the failure, so that the others could succeed without it. */
  mayBeOfAName(error: unknown): boolean;
}

/** A list of that many names is sent name by name if it fails: dividing it further takes no fewer requests. */
const SENT_ONE_BY_ONE = 4;

/** Finds the names for which a list failed, in few requests. */
export class FailedList {
  constructor(private readonly list: SentNames) {}

  /**
   * Some services refuse a list with one bad name, others fail as if they were out of order. So if no request of the
   * operation was answered meanwhile, three names of the list are tried: first one, then two, after the pauses of
   * retries. If none of them is answered, the service is out of order. Otherwise the list is divided by three until
   * only the names at fault fail.
   */
  async divideNames(names: readonly string[], error: Error): Promise<void> {
    if (isRefusedQuestion(error)) return this.#sendParts(names, error);
    while (!this.list.isServiceUp && !this.list.isServiceDown && this.list.history.trial) await this.list.history.trial;
    if (this.list.isServiceUp) return isTemporary(error) ? this.#sendAgain(names) : this.#sendParts(names, error);
    if (!this.list.isServiceDown) return this.#trySamples(names, error);
    this.list.failNames(names, error);
  }

  /** The service answers; the failure may have been temporary. */
  async #sendAgain(names: readonly string[]): Promise<void> {
    const error = await this.list.tryNames(names, { ...PART, afterFailures: 1 });
    if (error !== undefined) await this.#divideFurther(names, error);
  }

  /** Finds out, in three requests at most, whether the service answers at all. If so, divides the list. */
  async #trySamples(names: readonly string[], error: Error): Promise<void> {
    const errors = new Map<string, Error | undefined>();
    const trial = this.#tryEach(samplesOf(names, this.list.history.outageCount), isTemporary(error), errors);
    this.list.history.trial = trial;
    await trial;
    const rest = names.filter((name) => !errors.has(name));
    const failed = [...errors].flatMap(([name, own]) => (own === undefined ? [] : [[name, own] as const]));
    if (!this.list.isServiceUp) {
      this.list.failNames(rest, error);
      for (const [name, own] of failed) this.list.failNames([name], own);
      return;
    }
    await Promise.all([
      ...failed.map(async ([name, own]) => {
        if (isTemporary(own)) return this.#sendParts([name], own);
        this.list.failNames([name], own);
      }),
      failed.length === 0 ? this.#sendParts(rest, error) : rest.length > 0 && this.#sendAgain(rest),
    ]);
  }

  async #tryEach(
    [first, ...others]: readonly string[],
    isPaced: boolean,
    errors: Map<string, Error | undefined>,
  ): Promise<void> {
    const tryOne = async (name: string, afterFailures: number, isUncounted: boolean): Promise<void> => {
      const options = { ...PART, isSuspect: false, isUncounted, ...(isPaced && { afterFailures }) };
      errors.set(name, await this.list.tryNames([name], options));
    };
    await tryOne(first!, 1, true);
    if (!this.list.isServiceUp) await Promise.all(others.map((name) => tryOne(name, 2, false)));
    if (!this.list.isServiceUp) this.list.history.outageCount++;
    this.list.history.trial = undefined;
  }

  async #sendParts(names: readonly string[], error: Error): Promise<void> {
    const length = names.length > SENT_ONE_BY_ONE ? Math.ceil(names.length / 3) : 1;
    // A name that failed in a list and in a part of it has been tried often enough.
    const isOnce = length > 1 || isTemporary(error);
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < names.length; start += length) parts.push(names.slice(start, start + length));
    await Promise.all(
      parts.map(async (part) => {
        const own = await this.list.tryNames(part, { ...PART, isOnce });
        if (own !== undefined) await this.#divideFurther(part, own);
      }),
    );
  }

  async #divideFurther(names: readonly string[], error: Error): Promise<void> {
    if (names.length > 1 && this.list.mayBeOfAName(error)) await this.#sendParts(names, error);
    else this.list.failNames(names, error);
  }
}

/**
 * Chooses three names of a list, avoiding names that failed before. Bad names are often neighbours or every second
 * name, so these are neither.
 */
function samplesOf(names: readonly string[], turn: number): readonly string[] {
  const places = [1, 2, names.length - 2, 0].map((place) => (place + turn) % names.length);
  return [...new Set(places)].slice(0, 3).map((place) => names[place]!);
}

export const isRefusedQuestion = (error: unknown): boolean => error instanceof ServiceError && error.isRefusal;
const isTemporary = (error: unknown): boolean => error instanceof ServiceError && error.isTemporary;
