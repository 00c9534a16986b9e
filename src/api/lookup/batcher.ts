import { cancelledError } from '../service-error';
import type { Load } from './fresh-cache';
import type { LookupContext, LookupKind } from './lookup-kind';
import type { PendingQuestion } from './pending-question';

interface WaitingQuestion<Question, Value> {
  readonly pending: PendingQuestion<Question>;
  readonly resolve: (answer: Promise<Value>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects questions while the batch window is open, then asks them together. Each question has its own promise, so
 * that a cell whose request has returned does not wait for the slowest request of the batch.
 */
export class Batcher<Question, Value extends object> implements Load<Question, Value> {
  #waiting: WaitingQuestion<Question, Value>[] = [];

  constructor(
    private readonly ask: LookupKind<Question, Value>['ask'],
    private readonly context: Pick<LookupContext, 'batchWindow' | 'observer'>,
  ) {}

  load(pending: PendingQuestion<Question>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ pending, resolve, reject });
      if (this.#waiting.length === 1) this.context.batchWindow.schedule(this.#dispatch, this.#holdsCells);
    });
  }

  readonly #holdsCells = (): boolean => this.#waiting.some(({ pending }) => !pending.isPoll);

  readonly #dispatch = (): void => {
    const batch = this.#waiting;
    this.#waiting = [];
    this.context.observer.questions += batch.length;
    const sent = batch.filter(({ pending }) => !pending.cancellation.isCancelled);
    for (const { pending, reject } of batch) if (pending.cancellation.isCancelled) reject(cancelledError());
    try {
      const questions = sent.map(({ pending }) => pending);
      const answers = checkedLength(this.ask(questions), questions);
      sent.forEach(({ resolve }, index) => {
        resolve(answers[index]!);
      });
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };
}

/** Without this check a missing promise would keep its cell waiting for ever. */
function checkedLength<Question, Value>(
  answers: readonly Promise<Value>[],
  questions: readonly PendingQuestion<Question>[],
): readonly Promise<Value>[] {
  if (answers.length === questions.length) return answers;
  for (const answer of answers) answer.catch(() => undefined);
  throw new TypeError(
    `A lookup must return one promise for each question, in the same order: it returned ${answers.length} for ` +
      `${questions.length}, which are ${JSON.stringify(questions.map(({ question }) => question))}`,
  );
}
