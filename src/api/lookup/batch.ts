import type { Call, Cancellation } from '../../core/call';
import { cancelledError } from '../service-error';
import { wait } from '../../core/waiting';
import type { Asker } from '../spending';
import { groupBy } from '../../core/basics';

/** How long after its cancellation a call may be made again. */
const REJOIN_MS = 1_000;

/** A pending question. Cancelled when nobody waits for the answer any more. */
export class PendingQuestion<Question> {
  /** How many requests were sent for it alone or with others, as one of its callers counts them. */
  sent = 0;
  readonly requested: Asker['requested'] = { at: 0 };
  /** Who waits for the answer, those that have been cancelled as well: one of them pays for each request. */
  readonly callers: Call[] = [];

  constructor(
    readonly question: Question,
    readonly cancellation: Cancellation,
    readonly isPoll = false,
    /** The maximum age of an answer from a gateway's cache, in ms; undefined leaves it to the gateway. */
    readonly maxAgeMs?: number,
  ) {}

  /** Settles when it is known whether anybody still wants the answer; undefined while somebody waits for it. */
  left: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  /**
   * Nobody waits any more. What has been sent may be wanted again: in a recalculation, Excel cancels a call and makes it
   * anew, in either order.
   *
   * @param stop called at once, or a moment later unless somebody joins until then
   */
  leave(stop: () => void): void {
    const isStream = this.isPoll || (this.maxAgeMs ?? 0) > 0;
    if (isStream || this.requested.request === undefined) {
      stop();
      return;
    }
    this.resume();
    this.left = new Promise((resolve) => {
      const timer = setTimeout(() => {
        stop();
        this.resume();
      }, REJOIN_MS);
      this.#resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Somebody waits again. */
  resume(): void {
    this.#resume?.();
    this.#resume = this.left = undefined;
  }

  /** For a question with a request of its own. */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }
}

interface WaitingQuestion<Question, Value> {
  readonly pending: PendingQuestion<Question>;
  readonly resolve: (answer: Promise<Value>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects questions while the batch window is open, then asks them together. Each question has its own promise, so
 * that a cell whose request has returned does not wait for the slowest request of the batch.
 */
export class Batcher<Question, Value extends object> {
  #waiting: WaitingQuestion<Question, Value>[] = [];

  constructor(
    /** Returns one promise per question, in the same order. */
    private readonly ask: (questions: readonly PendingQuestion<Question>[]) => readonly Promise<Value>[],
    private readonly context: {
      readonly batchWindow: Pick<BatchWindow, 'schedule'>;
      /** Counts the questions that go to the service. */
      readonly observer: { questions: number };
    },
  ) {}

  /** Aborts when the question is cancelled. May let others go first if only polls wait. */
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
    `A lookup must return one promise for each question: it returned ${answers.length} for ${questions.length}, ` +
      `which are ${JSON.stringify(questions.map(({ question }) => question))}`,
  );
}

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
 * when no lookup has arrived for a moment too short to notice.
 */
export class BatchWindow {
  #arrivals = 0;
  readonly #open = new Set<() => boolean>();

  constructor(private readonly pace: Pace) {}

  /** Counts a lookup. */
  arrive(): void {
    this.#arrivals++;
  }

  /** Whether lookups of cells are still being collected. */
  get isOpen(): boolean {
    return [...this.#open].some((holdsCells) => holdsCells());
  }

  /**
   * Runs `dispatch` once no more lookups arrive.
   *
   * @param holdsCells whether anything collected so far comes from a cell rather than a stream
   */
  readonly schedule = (dispatch: () => void, holdsCells = (): boolean => true): void => {
    this.#open.add(holdsCells);
    const { quietMs, maxMs } = this.pace;
    let seen = 0;
    let waitedMs = -quietMs;
    const check = (): void => {
      waitedMs += quietMs;
      if (this.#arrivals === seen || waitedMs >= maxMs) {
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
