import type { Asked } from './lookup';

/** Splits what was asked by a key, in order of first appearance. */
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

/** Asks group by group, and gives the answers back in the order asked. */
export function askByGroup<Question, Value>(
  asked: readonly Asked<Question>[],
  keyOf: (question: Question) => string,
  askGroup: (group: readonly Asked<Question>[], first: Question) => readonly Promise<Value>[],
): Promise<Value>[] {
  const answers = new Map<Asked<Question>, Promise<Value>>();
  for (const group of groupBy(asked, ({ question }) => keyOf(question))) {
    const given = askGroup(group, (group[0]!).question);
    group.forEach((one, index) => answers.set(one, given[index]!));
  }
  return asked.map((one) => answers.get(one)!);
}

/** Aborts when every one of the signals has: a shared request goes on while anybody waits for it. */
export function whenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const [only] = signals;
  if (only && signals.length === 1) return only;
  const controller = new AbortController();
  let waiting = signals.length;
  const leave = (): void => {
    waiting--;
    if (waiting === 0) controller.abort(cancelled(signals));
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return controller.signal;
}

const cancelled = (signals: readonly AbortSignal[]): unknown => signals.at(-1)?.reason;

export const signalsOf = (asked: readonly Asked<unknown>[]): AbortSignal[] => asked.map(({ signal }) => signal);
