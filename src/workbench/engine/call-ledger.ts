import { PriceError } from '../../api/price-error';
import { ServiceError } from '../../api/service-error';
import type { CellError } from '../../core/errors';
import { type CellPosition, positionKey } from './cell-position';
import { isSameOutcome } from '../../functions/evaluate/stream';
import type { Outcome } from '../../functions/evaluate/invoke';
import { Cancellation } from '../../core/cancellation';
import type { MaybePromise } from '../../core/basics';
import type { CallTrace } from '../../core/call';

/** A cell's question: one function with its arguments' values in this pass. */
interface Request {
  /** Equal for equal questions of one cell. */
  readonly key: string;
  /**
   * Returns the answer. A stream returns its first answer, and passes each later one to `show` until it is cancelled.
   */
  start(cancellation: Cancellation, show: (outcome: Outcome) => void, trace: CallTrace): MaybePromise<Outcome>;
  /** A stream is not started again while it is open. */
  readonly isStream?: boolean;
  /** Called instead of `start` if the cell shows the answer to an equal question. */
  keep?(outcome: Outcome, trace: CallTrace): void;
}

interface CellQuestion {
  caller: Caller;
  readonly request: Request;
  readonly cancellation: Cancellation;
  /** Outdated: still running, but was asked before the cell was to be recalculated. */
  state: 'waiting' | 'running' | 'outdated' | 'open' | 'answered';
  /** True from the answer until the pass that shows it has ended: asking then only reads the answer. */
  isFresh: boolean;
  pass: number;
  outcome?: Outcome;
  /** How the last answer came about. */
  trace: CallTrace;
}

interface Caller {
  readonly position: CellPosition;
  readonly formula: string;
  readonly questions: Map<string, CellQuestion>;
  pass: number;
}

/** A cell whose question has no answer now, and may have one another time. */
export interface Unanswered {
  readonly position: CellPosition;
  readonly error: CellError;
}

interface LedgerEvents {
  /** Called when a cell has something new to show. */
  onAnswer(position: CellPosition, isOfStream: boolean): void;
  /** Called when the last pending answer has arrived. */
  onIdle(): void;
  /**
   * Called when a cell with a stream is no longer in its place; it may have moved to another, where it has no stream.
   */
  onStreamLost?(): void;
}

/**
 * Which cell asked what, and the answers. The spreadsheet's engine evaluates synchronously. So a cell receives what is
 * known (its last answer, or nothing) and is evaluated again once the answer is there. Questions are collected during a
 * pass and started together at its end: that makes thousands of cells one batch.
 */
export class CallLedger {
  readonly #callers = new Map<string, Caller>();
  #waiting: CellQuestion[] = [];
  #read: CellQuestion[] = [];
  #outdated: CellQuestion[] = [];
  /** What was answered before cells moved, by key; until the passes have ended in which they are evaluated again. */
  #kept: ReadonlyMap<string, CellQuestion> | undefined;
  #keptPasses = 0;
  #pass = 1;
  #running = 0;

  constructor(private readonly events: LedgerEvents) {}

  /** Whether answers are still pending. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Whether a cell has asked for something that is not there yet. */
  get isWaiting(): boolean {
    return this.#running > 0 || this.#waiting.length > 0;
  }

  /** Called by a cell under evaluation. Undefined if there is nothing to show yet. */
  askCell(position: CellPosition, formula: string, request: Request): Outcome | undefined {
    // What stood here before the cell was edited is still being calculated; no stream may go on for it.
    if (!HAS_NAME.test(formula)) return undefined;
    const caller = this.#callerAt(position, formula);
    caller.pass = this.#pass;
    let question = caller.questions.get(request.key);
    if (!question) {
      const kept = this.#kept?.get(request.key);
      const { outcome, trace = {} } = kept ?? {};
      const cancellation = new Cancellation();
      // A stream shows it until it has begun again.
      question = { caller, request, cancellation, state: 'answered', isFresh: false, pass: 0, trace };
      if (outcome !== undefined) question.outcome = outcome;
      caller.questions.set(request.key, question);
    } else if (question.state === 'outdated') {
      this.#outdated.push(question);
      question = { ...question, cancellation: new Cancellation(), state: 'answered', isFresh: false };
      caller.questions.set(request.key, question);
    }
    question.pass = this.#pass;
    const { state, outcome } = question;
    const isKept = this.#kept !== undefined && outcome !== undefined && !request.isStream && state === 'answered';
    // Also of a cell in its place: its sheet may have another name.
    if (isKept) request.keep?.(outcome, question.trace);
    if (question.isFresh || isKept) this.#read.push(question);
    else if (question.state === 'answered') {
      question.state = 'waiting';
      this.#waiting.push(question);
    }
    return question.outcome;
  }

  /**
   * Lets these cells ask again, though an answer is on its way, or has arrived and they have not shown it yet: it was
   * asked for before. Streams go on.
   */
  expireCells(positions: readonly CellPosition[]): void {
    this.#kept = undefined;
    for (const position of positions)
      for (const question of this.#callers.get(positionKey(position))?.questions.values() ?? []) {
        question.isFresh = false;
        // What was agreed to may take minutes: it waits no longer for the user.
        if (question.outcome instanceof PriceError) delete question.outcome;
        if (question.state === 'running' && !question.request.isStream) question.state = 'outdated';
      }
  }

  /**
   * Lets cells that are evaluated again because rows, columns, cells, sheets or names have changed show the last answer
   * to an equal question, instead of asking.
   * @param passes how many passes end until all of them have been evaluated
   */
  keepAnswers(passes: number): void {
    const questions = [...this.#callers.values()].flatMap((caller) => [...caller.questions.values()]);
    const answered = questions.filter(({ outcome }) => outcome !== undefined);
    const askedAt = ({ trace }: CellQuestion): number => trace.oldest?.at ?? 0;
    // The newest answer is the last one.
    answered.sort((one, other) => askedAt(one) - askedAt(other));
    this.#kept ??= new Map(answered.map((question) => [question.request.key, question]));
    this.#keptPasses = passes;
  }

  /**
   * Ends the pass: drops cells that lost their formula, then starts the new questions. Returns the number of calls
   * started.
   */
  endPass(formulaAt: (position: CellPosition) => string): number {
    this.#forgetUnused(formulaAt);
    if (--this.#keptPasses <= 0) this.#kept = undefined;
    for (const question of this.#read) question.isFresh = false;
    this.#read = [];
    this.#pass++;
    const started = this.#waiting.filter(isWanted);
    this.#waiting = [];
    for (const question of started) this.#start(question);
    // Only now, so that a request that serves both is not sent twice.
    for (const { cancellation } of this.#outdated) cancellation.cancel();
    this.#outdated = [];
    return started.length;
  }

  /** The answers of one cell, in the order of its questions. */
  outcomesAt(position: CellPosition): Outcome[] {
    const questions = this.#callers.get(positionKey(position))?.questions.values() ?? [];
    return [...questions].map(({ outcome }) => outcome).filter((outcome) => outcome !== undefined);
  }

  /** The cells of which an answer, or a part of one, is none of the service, and why. */
  get unanswered(): readonly Unanswered[] {
    return [...this.#callers.values()].flatMap(({ position, questions }) => {
      const error = [...questions.values()].flatMap(({ outcome = [] }) => [outcome].flat(2)).find(isUnanswered);
      return error ? [{ position, error }] : [];
    });
  }

  #callerAt(position: CellPosition, formula: string): Caller {
    const key = positionKey(position);
    const existing = this.#callers.get(key);
    if (existing?.formula === formula) return existing;
    if (existing) forget(existing);
    const caller = { position, formula, questions: new Map<string, CellQuestion>(), pass: this.#pass };
    this.#callers.set(key, caller);
    return caller;
  }

  /**
   * A caller that was evaluated drops the questions that it no longer asks; others are dropped when their formula is
   * gone.
   */
  #forgetUnused(formulaAt: (position: CellPosition) => string): void {
    let isStreamLost = false;
    for (const [key, caller] of this.#callers) {
      if (caller.pass === this.#pass) {
        for (const [questionKey, question] of caller.questions) {
          if (question.pass !== this.#pass) {
            question.cancellation.cancel();
            caller.questions.delete(questionKey);
          }
        }
      } else if (formulaAt(caller.position) !== caller.formula) {
        isStreamLost ||= [...caller.questions.values()].some(({ request }) => request.isStream);
        forget(caller);
        this.#callers.delete(key);
      }
    }
    if (isStreamLost) this.events.onStreamLost?.();
  }

  #start(question: CellQuestion): void {
    question.state = 'running';
    const show = (outcome: Outcome): void => this.#show(question, outcome);
    const result = question.request.start(question.cancellation, show, (question.trace = {}));
    if (!(result instanceof Promise)) {
      this.#settle(question, result);
      return;
    }
    this.#running++;
    void result.then((outcome) => {
      this.#running--;
      this.#settle(question, outcome);
      if (this.#running === 0) this.events.onIdle();
    });
  }

  #settle(question: CellQuestion, outcome: Outcome): void {
    const isOutdated = question.state === 'outdated';
    question.state = question.request.isStream ? 'open' : 'answered';
    if (!isOutdated) this.#show(question, outcome);
  }

  #show(question: CellQuestion, outcome: Outcome): void {
    if (!isWanted(question)) return;
    if (question.outcome !== undefined && isSameOutcome(question.outcome, outcome)) return;
    question.outcome = outcome;
    question.isFresh = true;
    this.events.onAnswer(question.caller.position, question.request.isStream === true);
  }
}

/** The service was not asked, failed, or refused the key. That it knows no such symbol is an answer. */
const isUnanswered = (cell: unknown): cell is CellError =>
  cell instanceof PriceError ||
  (cell instanceof ServiceError && cell.kind !== 'refused-argument' && !cell.isRefusal && cell.status !== 400);

/** A formula without a name calls nothing. */
const HAS_NAME = /[\p{L}_]/u;

const isWanted = (question: CellQuestion): boolean => !question.cancellation.isCancelled;

function forget(caller: Caller): void {
  for (const question of caller.questions.values()) question.cancellation.cancel();
  caller.questions.clear();
}
