import type { Call } from '../../core/call';
import type { Cancellation } from '../../core/cancellation';

/** A pending question. Cancelled when nobody waits for the answer any more. */
export class PendingQuestion<Question> {
  /** How many requests were sent for it alone or with others, as one of its callers counts them. */
  sent = 0;

  constructor(
    readonly question: Question,
    readonly cancellation: Cancellation,
    readonly isPoll = false,
    /** The maximum age of an answer from a gateway's cache, in ms; undefined leaves it to the gateway. */
    readonly maxAgeMs?: number,
    /** Who waits for the answer, those that have been cancelled as well: one of them pays for each request. */
    readonly callers: readonly Call[] = [],
  ) {}

  /** For a question with a request of its own. */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }
}

/** Groups items by a key, in order of first appearance. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** Asks the questions group by group, and returns the answers in the order of the questions. */
export function askByGroup<Question, Value>(
  pending: readonly PendingQuestion<Question>[],
  keyOf: (question: Question) => string,
  askGroup: (group: readonly PendingQuestion<Question>[], first: Question) => readonly Promise<Value>[],
): Promise<Value>[] {
  const answers = new Map<PendingQuestion<Question>, Promise<Value>>();
  for (const group of groupBy(pending, ({ question }) => keyOf(question))) {
    const ofGroup = askGroup(group, group[0]!.question);
    group.forEach((one, index) => answers.set(one, ofGroup[index]!));
  }
  return pending.map((one) => answers.get(one)!);
}

/** A signal that aborts once all are cancelled: a shared request continues while anybody waits for it. */
export function signalWhenAllCancelled(cancellations: readonly Cancellation[]): AbortSignal {
  const controller = new AbortController();
  let waiting = cancellations.length;
  const listener = {
    onCancel(): void {
      waiting--;
      if (waiting === 0) controller.abort();
    },
  };
  for (const cancellation of cancellations) cancellation.add(listener);
  return controller.signal;
}

export const cancellationsOf = (pending: readonly PendingQuestion<unknown>[]): Cancellation[] =>
  pending.map(({ cancellation }) => cancellation);

/** The smallest of the questions' maximum ages. */
export const minMaxAgeMs = (questions: readonly PendingQuestion<unknown>[]): number | undefined =>
  questions.reduce<number | undefined>(
    (min, { maxAgeMs }) => (maxAgeMs === undefined ? min : Math.min(min ?? Infinity, maxAgeMs)),
    undefined,
  );
