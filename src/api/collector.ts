interface Waiting<Question, Value> {
  readonly question: Question;
  readonly resolve: (answer: Promise<Value>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Holds questions back until they may be asked, then asks them all together. Each is answered by a promise of its own, so that a cell
 * whose request is back does not wait for the slowest request of the recalculation.
 */
export class Collector<Question, Value> {
  #waiting: Waiting<Question, Value>[] = [];

  /**
   * @param ask one promise for each question, in the order asked
   * @param schedule called with the first question of a batch; calls back when the batch may leave
   */
  constructor(
    private readonly ask: (questions: readonly Question[]) => readonly Promise<Value>[],
    private readonly schedule: (dispatch: () => void) => void,
  ) {}

  load(question: Question): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length === 1) this.schedule(this.#dispatch);
    });
  }

  readonly #dispatch = (): void => {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const answers = this.ask(batch.map(({ question }) => question));
      batch.forEach(({ resolve }, index) => { resolve(answers[index]!); });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
}
