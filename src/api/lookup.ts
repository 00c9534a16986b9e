import type { Call } from '../core/call';
import type { Cancellation } from '../core/cancellation';
import { Collector } from './collector';
import { FreshCache } from './fresh-cache';
import type { Recalculation } from './recalculation';
import { cancelledError } from './service-error';
import type { Traffic } from './traffic';

/** A question on its way. It is cancelled when nobody waits for the answer any more. */
export class Asked<Question> {
  constructor(readonly question: Question, readonly cancellation: Cancellation, readonly isPoll = false) {}

  /** For a question that is a request by itself. */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }
}

export interface LookupKind<Question, Value extends object> {
  readonly keyOf: (question: Question) => string;
  readonly freshSeconds: number;
  readonly mostAnswers: number;
  /** Whether an answer is whole and may be kept; every one is when left out. */
  readonly isSound?: (value: Value) => boolean;
  /** Sends the questions of one recalculation in as few requests as it can: one promise each, in the order asked. */
  readonly ask: (asked: readonly Asked<Question>[]) => Promise<Value>[];
}

/** What every kind of lookup of one client shares. */
export interface Surroundings {
  readonly recalculation: Recalculation;
  readonly traffic: Traffic;
  readonly now: () => number;
}

/** A lookup, whatever it answers. */
export type AnyLookup = Pick<Lookup<never, never>, 'forget' | 'close' | 'pendingCount'>;

/** The way of a lookup from a cell to the requests of its recalculation: cache, then collector, then `ask`. */
export class Lookup<Question, Value extends object> {
  readonly #kind: LookupKind<Question, Value>;
  readonly #cache: FreshCache<Question, Value>;

  constructor(kind: LookupKind<Question, Value>, private readonly surroundings: Surroundings) {
    const { recalculation, now } = surroundings;
    const collector = new Collector<Asked<Question>, Value>((asked) => {
      surroundings.traffic.questions += asked.length;
      return askWanted(kind, asked);
    }, recalculation.schedule);
    this.#kind = kind;
    this.#cache = new FreshCache({
      freshMs: kind.freshSeconds * 1000,
      mostAnswers: kind.mostAnswers,
      isSound: kind.isSound,
      now,
      load: (question, cancellation, isPoll) => collector.load(new Asked(question, cancellation, isPoll)),
    });
  }

  /** The answer at once when it is fresh, else a promise of it. */
  read(question: Question, call: Call): Value | Promise<Value> {
    const { traffic, recalculation } = this.surroundings;
    recalculation.arrive();
    traffic.lookups++;
    const value = this.#cache.read(this.#kind.keyOf(question), question, call);
    if (!(value instanceof Promise)) traffic.hits++;
    return value;
  }

  forget(): void {
    this.#cache.forget();
  }

  close(): void {
    this.#cache.close();
  }

  get pendingCount(): number {
    return this.#cache.pendingCount;
  }
}

/** Questions that were cancelled while they were collected are not sent. */
function askWanted<Question, Value extends object>(
  kind: LookupKind<Question, Value>,
  asked: readonly Asked<Question>[],
): Promise<Value>[] {
  const wanted = asked.filter(({ cancellation }) => !cancellation.isCancelled);
  const answers = new Map(kind.ask(wanted).map((answer, index) => [wanted[index], answer]));
  return asked.map((one) => answers.get(one) ?? Promise.reject(cancelledError()));
}
