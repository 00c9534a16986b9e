import { IFunctionService } from '@univerjs/preset-sheets-core';
import type { AnyDeclaration } from '../functions/define';
import { isStreaming } from '../functions/define';
import { CallLedger } from './call-ledger';
import type { CellPlace } from './cell-place';
import { MdExecutor } from './executor';
import type { Evaluate } from './executor';
import { listCallers, listMdCells, MdCells } from './md-cells';
import { Passes } from './passes';
import type { Spreadsheet } from './spreadsheet';

/** One round of work: from the first question to the last answer. */
export interface Round {
  readonly cells: number;
  readonly ms: number;
}

/** Puts the worksheet functions into the spreadsheet and keeps their cells up to date. */
export class FunctionAdapter {
  readonly ledger: CallLedger;
  readonly #sheet: Spreadsheet;
  readonly #cells: MdCells;
  readonly #onRound: (round: Round) => void;
  readonly #passes: Passes;
  #round = { cells: 0, startedMs: 0 };

  constructor(sheet: Spreadsheet, catalog: readonly AnyDeclaration[], evaluate: Evaluate, onRound: (round: Round) => void) {
    const formulaAt = (place: CellPlace): string => sheet.formulaMark(place);
    this.#sheet = sheet;
    this.#cells = new MdCells(sheet, () => this.ledger.isWaiting);
    this.#onRound = onRound;
    this.ledger = new CallLedger({
      onAnswer: (place) => { this.#passes.evaluate(place); },
      onIdle: () => { this.#finishRound(); },
      onStreamLost: () => { this.#passes.evaluate(...listCallers(sheet, catalog.filter(isStreaming))); },
    });
    this.#passes = new Passes(sheet.commands, () => {
      if (this.#round.cells === 0) this.#round.startedMs = performance.now();
      const started = this.ledger.endPass(formulaAt);
      this.#round.cells += started;
      if (started > 0 && !this.ledger.isRunning) this.#finishRound();
    });
    sheet.get(IFunctionService).registerExecutors(
      ...catalog.map((declaration) => new MdExecutor(declaration, this.ledger, formulaAt, evaluate)));
  }

  #finishRound(): void {
    // Rows that moved while answers were on the way took the waiting cells with them.
    if (this.#cells.haveMoved()) this.#passes.evaluate(...this.#cells.listWaiting());
    this.#passes.hurry();
    this.#onRound({ cells: this.#round.cells, ms: performance.now() - this.#round.startedMs });
    this.#round.cells = 0;
  }

  /** Has these cells ask again, or every cell with one of our functions, error cells included. */
  recalculate(places: readonly CellPlace[] = listMdCells(this.#sheet)): void {
    this.#passes.evaluate(...places);
    this.#passes.hurry();
  }
}
