import { cancelledError } from '../service-error';
import { wait } from '../../core/waiting';
import { groupBy } from '../../core/basics';
import type { Ask } from './ask';

/**
 * Collects questions while the batch window is open, then asks them together. Each question has its own promise, so
 * that a cell whose request has returned does not wait for the slowest request of the batch.
 */
export class Batcher<Question, Value extends object> {
  #waiting: { readonly ask: Ask<Question>; readonly settle: (answer: Promise<Value>) => void }[] = [];

  constructor(
    /** Returns one promise per question, in the same order. */
    private readonly ask: (questions: readonly Ask<Question>[]) => readonly Promise<Value>[],
    private readonly context: { readonly batchWindow: Pick<BatchWindow, 'schedule'> },
  ) {}

  /** The answer, once the batch of the question has been asked. Rejects if the question is cancelled before that. */
  loadAnswer(ask: Ask<Question>): Promise<Value> {
    return new Promise((settle) => {
      this.#waiting.push({ ask, settle });
      if (this.#waiting.length === 1)
        this.context.batchWindow.schedule(this.#dispatch, this.#holdsCells, this.#isLarge);
    });
  }

  readonly #holdsCells = (): boolean => this.#waiting.some(({ ask }) => !ask.isPoll);

  readonly #isLarge = (): boolean => this.#waiting.length >= LARGE;

  readonly #dispatch = (): void => {
    const batch = this.#waiting;
    this.#waiting = [];
    const wanted = batch.filter(({ ask, settle }) => {
      if (ask.cancellation.isCancelled) settle(Promise.reject(cancelledError()));
      return !ask.cancellation.isCancelled;
    });
    try {
      const answers = this.ask(wanted.map(({ ask }) => ask));
      // A cell without an answer would wait for ever.
      if (answers.length !== wanted.length) throw new TypeError(`${answers.length} answers to ${wanted.length}`);
      for (const [index, { settle }] of wanted.entries()) settle(answers[index]!);
    } catch (error) {
      const failure = error as Error;
      for (const { settle } of wanted) settle(Promise.reject(failure));
    }
  };
}

/** Questions that need about twenty lists: what comes after them in other events needs at most one more. */
const LARGE = 150;

export interface Pace {
  /** A batch waits until no lookup has arrived for this long… */
  readonly quietMs: number;
  /** …but never longer than this. */
  readonly maxMs: number;
}

export const PACE: Pace = { quietMs: 8, maxMs: 60 };

/**
 * Tells when all lookups of one recalculation have arrived.
 *
 * A spreadsheet evaluates its cells in bursts: hundreds in one event, or one per event with short gaps between. If a
 * batch left at the end of the first event, a column would be split into many small requests. Instead, a batch leaves
 * when no lookup has arrived for a moment too short to notice. A large one leaves at the end of its first event.
 */
export class BatchWindow {
  #arrivals = 0;
  readonly #open = new Set<() => boolean>();

  constructor(private readonly pace: Pace) {}

  noteLookup(): void {
    this.#arrivals++;
  }

  /** Whether lookups of cells are still being collected. */
  get isOpen(): boolean {
    return [...this.#open].some((holdsCells) => holdsCells());
  }

  /**
   * Runs `dispatch` once no more lookups arrive.
   * @param holdsCells whether anything collected so far comes from a cell rather than a stream
   * @param isLarge whether what the first event brought need not wait for more. @default it must
   */
  readonly schedule = (dispatch: () => void, holdsCells = (): boolean => true, isLarge?: () => boolean): void => {
    this.#open.add(holdsCells);
    const { quietMs, maxMs } = this.pace;
    let seen = 0;
    let waitedMs = -quietMs;
    const check = (): void => {
      waitedMs += quietMs;
      if (this.#arrivals === seen || waitedMs >= maxMs || (waitedMs === 0 && isLarge?.())) {
        this.#open.delete(holdsCells);
        dispatch();
        return;
      }
      seen = this.#arrivals;
      wait(check, quietMs);
    };
    // Most lookups arrive in the same event as the first: they are counted at its end, when the quiet begins.
    wait(check, 0);
  };
}

/** Asks the questions group by group, and returns the answers in the order of the questions. */
export function askByGroup<Question, Value>(
  asks: readonly Ask<Question>[],
  keyOf: (question: Question) => string,
  askGroup: (group: readonly Ask<Question>[], first: Question) => readonly Promise<Value>[],
): Promise<Value>[] {
  const answers = new Map<Ask<Question>, Promise<Value>>();
  for (const group of groupBy(asks, ({ question }) => keyOf(question))) {
    const ofGroup = askGroup(group, group[0]!.question);
    group.forEach((one, index) => answers.set(one, ofGroup[index]!));
  }
  return asks.map((one) => answers.get(one)!);
}
