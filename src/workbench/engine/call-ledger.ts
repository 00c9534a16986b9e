import { type CellPosition, positionKey } from './cell-position';
import { isSameOutcome } from '../../functions/evaluate/stream';
import type { Outcome } from '../../functions/evaluate/invoke';
import { Cancellation } from '../../core/cancellation';
import type { MaybePromise } from '../../core/basics';

/** A cell's question: one function with its arguments' values in this pass. */
interface Request {
  /** Equal for equal questions of one cell. */
  readonly key: string;
  /**
   * Returns the answer. A stream returns its first answer, and passes each later one to `show` until it is cancelled.
   */
  start(cancellation: Cancellation, show: (outcome: Outcome) => void): MaybePromise<Outcome>;
  /** A stream is not started again while it is open. */
  readonly isStream?: boolean;
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
}

/** A cell that has moved. */
export interface Move {
  readonly from: CellPosition;
  readonly to: CellPosition;
}

interface Caller {
  readonly position: CellPosition;
  readonly formula: string;
  readonly questions: Map<string, CellQuestion>;
  pass: number;
}

interface LedgerEvents {
  /** Called when a cell has something new to show. */
  onAnswer(position: CellPosition): void;
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
      question = { caller, request, cancellation: new Cancellation(), state: 'answered', isFresh: false, pass: 0 };
      caller.questions.set(request.key, question);
    } else if (question.state === 'outdated') {
      this.#outdated.push(question);
      question = { ...question, cancellation: new Cancellation(), state: 'answered', isFresh: false };
      caller.questions.set(request.key, question);
    }
    question.pass = this.#pass;
    if (question.isFresh) this.#read.push(question);
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
    for (const position of positions)
      for (const question of this.#callers.get(positionKey(position))?.questions.values() ?? []) {
        question.isFresh = false;
        if (question.state === 'running' && !question.request.isStream) question.state = 'outdated';
      }
  }

  /**
   * Takes answers and streams along with cells that have moved, together with their formulas: the next pass shows them
   * where the cells are now, and asks nothing again.
   */
  moveCells(moves: readonly Move[], formulaAt: (position: CellPosition) => string): void {
    const moving = moves.map(({ from, to }) => ({ to, caller: this.#callers.get(positionKey(from)) }));
    for (const { from } of moves) this.#callers.delete(positionKey(from));
    for (const { to, caller } of moving) {
      if (!caller) continue;
      const moved = { ...caller, position: to, formula: formulaAt(to) };
      this.#callers.set(positionKey(to), moved);
      for (const question of caller.questions.values()) {
        question.caller = moved;
        question.isFresh ||= question.state === 'answered';
      }
    }
  }

  /**
   * Ends the pass: drops cells that lost their formula, then starts the new questions. Returns the number of calls
   * started.
   */
  endPass(formulaAt: (position: CellPosition) => string): number {
    this.#forgetUnused(formulaAt);
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
    const result = question.request.start(question.cancellation, (outcome) => this.#show(question, outcome));
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
    this.events.onAnswer(question.caller.position);
  }
}

/** A formula without a name calls nothing. */
const HAS_NAME = /[\p{L}_]/u;

const isWanted = (question: CellQuestion): boolean => !question.cancellation.isCancelled;

function forget(caller: Caller): void {
  for (const question of caller.questions.values()) question.cancellation.cancel();
  caller.questions.clear();
}
