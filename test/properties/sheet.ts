import { isGivenUp } from '../../src/app/cell-log';
import { Session } from '../../src/app/session';
import type { Settings } from '../../src/app/settings';
import type { Call } from '../../src/core/call';
import { CellError } from '../../src/core/errors';
import { CATALOG } from '../../src/functions/catalog';
import { invoke, type Outcome } from '../../src/functions/evaluate/invoke';
import { createCall } from '../support/evaluate';
import { createMemoryHost } from '../support/memory-host';
import { type Fate, FickleService } from './fickle-service';
import type { Formula } from './formulas';
import { History } from './history';
import { askAgain } from '../support/ask-again';

export const ADDRESSES = ['https://one.test', 'https://two.test'] as const;
export const KEYS = ['key-one', 'key-two'] as const;

/** A cell with a formula, from its entry to its value. */
export interface SheetCell {
  readonly formula: Formula;
  readonly call: Call;
  /** Since when it waits. New settings restart it. */
  since: { readonly order: number; readonly atMs: number };
  /** Every value that it was given, with the settings of that moment: there must be one. */
  readonly outcomes: { readonly outcome: Outcome; readonly settings: Settings; readonly order: number }[];
  releaseCount: number;
}

const MAX_STEPS = 20_000;

/** Lets everything happen that needs no time. */
const settleMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A session on a service that answers as it likes, and the cells that were entered. Time is jest's. */
export class Sheet {
  readonly history = new History();
  readonly cells: SheetCell[] = [];
  readonly session: Session;
  readonly service: FickleService;

  private constructor(fates: readonly Fate[]) {
    this.service = new FickleService(this.history, fates, () => this.session.settings);
    this.session = new Session(createMemoryHost({ apiKey: KEYS[0], serviceAddress: ADDRESSES[0] }), {
      fetch: this.service.fetch,
      now: () => Date.now(),
      pace: { quietMs: 0, maxMs: 5 },
      retryMs: 1,
      // Its questions are nobody's cell: the rules would count them as asked for nothing.
      findsSymbols: false,
    });
    let { client } = this.session;
    this.session.onChange(() => {
      // What changes nothing keeps the client with all that waits.
      if (client !== this.session.client) this.#restart();
      client = this.session.client;
    });
  }

  static async open(fates: readonly Fate[]): Promise<Sheet> {
    const sheet = new Sheet(fates);
    await sheet.session.ready;
    return sheet;
  }

  enter(formula: Formula, isPreview = false): void {
    const cell: SheetCell = {
      formula,
      call: createCall({ isPreview }),
      outcomes: [],
      releaseCount: 0,
      since: { order: this.history.next(), atMs: Date.now() },
    };
    this.cells.push(cell);
    const declaration = CATALOG.find(({ id }) => id === formula.id)!;
    const settle = (outcome: Outcome): void => {
      cell.outcomes.push({ outcome, settings: this.session.settings, order: this.history.next() });
    };
    const outcome = invoke(declaration, this.session, formula.values, cell.call, this.#receiver);
    if (outcome instanceof Promise) void outcome.then(settle);
    else settle(outcome);
  }

  /** One for all cells, as a host is. */
  readonly #receiver = {
    show: (outcome: Outcome): Outcome => outcome,
    release: (call: Call): void => {
      for (const cell of this.cells) if (cell.call === call) cell.releaseCount++;
    },
  };

  /** Whether it shows an error, in one of its cells or as a whole. What nobody waits for any more shows none. */
  isError({ outcomes: [settled] }: SheetCell): boolean {
    const { outcome } = settled!;
    return outcome instanceof CellError
      ? !isGivenUp(outcome)
      : outcome.flat().some((value) => value instanceof CellError);
  }

  cancel(index: number): void {
    this.cells[index % this.cells.length]?.call.cancellation.cancel();
  }

  refresh(): void {
    this.history.giveUp();
    askAgain(this.session);
  }

  /** Lets that much time pass. */
  async sleep(ms: number): Promise<void> {
    let isOver = ms === 0;
    if (ms > 0) setTimeout(() => (isOver = true), ms);
    await settleMicrotasks();
    while (!isOver) await this.#step();
  }

  /** Lets time pass until every cell has its value. */
  async settle(): Promise<void> {
    await settleMicrotasks();
    for (let steps = 0; this.cells.some(({ outcomes }) => outcomes.length === 0); steps++) {
      if (jest.getTimerCount() === 0 || steps > MAX_STEPS)
        throw new Error('A cell waits, and nothing will ever give it a value');
      await this.#step();
    }
  }

  /** Lets the answers arrive that nobody waits for. */
  async drain(): Promise<void> {
    while (this.service.timerCount > 0) await this.#step();
    // What was cancelled can be joined for a moment.
    jest.advanceTimersByTime(1_000);
    await settleMicrotasks();
    while (this.service.timerCount > 0) await this.#step();
  }

  async #step(): Promise<void> {
    jest.advanceTimersToNextTimer();
    await settleMicrotasks();
  }

  #restart(): void {
    const since = { order: this.history.giveUp(), atMs: Date.now() };
    for (const cell of this.cells) if (cell.outcomes.length === 0) cell.since = since;
  }
}
