import { IFunctionService } from '@univerjs/preset-sheets-core';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import { CallLedger } from './call-ledger';
import type { CellPosition } from './cell-position';
import { type Evaluate, MdExecutor, StuckCells } from './executor';
import { listCallers, listMdCells, MdCells } from './md-cells';
import { Passes } from './passes';
import { makeRoomForSpills } from './room';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** One round of work: from the first question to the last answer. */
export interface Round {
  readonly cells: number;
  readonly ms: number;
}

interface AdapterEvents {
  onRound(round: Round): void;
  /** Called when every cell has been evaluated and nothing is pending. */
  onSettled(): void;
}

/** Registers the worksheet functions in the spreadsheet and keeps their cells up to date. */
export class FunctionAdapter {
  readonly ledger: CallLedger;
  readonly #sheet: Spreadsheet;
  readonly #cells: MdCells;
  readonly #events: AdapterEvents;
  readonly #passes: Passes;
  readonly #stuck = new StuckCells();
  #round = { cells: 0, startedMs: 0 };

  constructor(sheet: Spreadsheet, catalog: readonly AnyDeclaration[], evaluate: Evaluate, events: AdapterEvents) {
    const formulaAt = (position: CellPosition): string => sheet.formulaMark(position);
    this.#sheet = sheet;
    this.#cells = new MdCells(sheet, () => this.ledger.isWaiting);
    this.#events = events;
    this.ledger = new CallLedger({
      onAnswer: (position) => {
        this.#passes.evaluate(position);
      },
      onIdle: () => {
        this.#finishRound();
      },
      onStreamLost: () => {
        this.#passes.evaluate(...listCallers(sheet, catalog.filter(isStreaming)));
      },
    });
    this.#passes = new Passes(sheet.commands, () => {
      if (this.#round.cells === 0) this.#round.startedMs = performance.now();
      const started = this.ledger.endPass(formulaAt);
      this.#round.cells += started;
      this.#evaluateNow(makeRoomForSpills(sheet));
      if (started > 0 && !this.ledger.isRunning) this.#finishRound();
      if (this.ledger.isWaiting || this.#passes.isDue) return;
      const stuck = this.#stuck.end();
      this.#evaluateNow(stuck);
      if (stuck.length === 0) events.onSettled();
    });
    sheet
      .get(IFunctionService)
      .registerExecutors(
        ...catalog.map((declaration) => new MdExecutor(declaration, this.ledger, this.#stuck, formulaAt, evaluate)),
      );
  }

  #evaluateNow(positions: readonly CellPosition[]): void {
    this.#passes.evaluate(...positions);
    this.#passes.flush();
  }

  #finishRound(): void {
    // Rows that moved while answers were pending have moved the waiting cells.
    if (this.#cells.haveMoved()) this.#passes.evaluate(...this.#cells.listWaiting());
    this.#passes.flush();
    this.#events.onRound({ cells: this.#round.cells, ms: performance.now() - this.#round.startedMs });
    this.#round.cells = 0;
  }

  /** Evaluates these cells again, or every cell with one of our functions, including those with errors. */
  recalculate(positions: readonly CellPosition[] = listMdCells(this.#sheet)): void {
    this.#evaluateNow(positions);
  }
}
