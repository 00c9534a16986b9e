import {
  ErrorType, InsertColMutation, InsertRowMutation, MoveColsMutation, MoveRangeMutation, MoveRowsMutation, RemoveColMutation,
  RemoveRowMutation, ReorderRangeMutation,
} from '@univerjs/preset-sheets-core';
import { ObjectMatrix } from '@univerjs/core';
import type { CellPlace } from './cell-place';
import type { Spreadsheet } from './spreadsheet';

const MOVES = new Set([
  InsertColMutation, InsertRowMutation, MoveColsMutation, MoveRangeMutation, MoveRowsMutation, RemoveColMutation,
  RemoveRowMutation, ReorderRangeMutation,
].map((mutation) => mutation.id));

const MD_CALL = /\bMD\.[A-Z]/i;
const BARE_CALL = /^=\s*MD\.[A-Z]+\([^()]*\)\s*$/i;

/** The cells of the workbook whose formula names one of our functions, wherever they have been moved. */
export class MdCells {
  readonly #sheet: Spreadsheet;
  #hasMoved = false;

  /** Moves count only while `isWaiting`: a cell that has its answer takes it along. */
  constructor(sheet: Spreadsheet, isWaiting: () => boolean) {
    this.#sheet = sheet;
    sheet.commands.onCommandExecuted((command) => {
      if (MOVES.has(command.id) && isWaiting()) this.#hasMoved = true;
    });
  }

  /** Whether rows, columns or ranges have moved under waiting cells since this was last asked. */
  haveMoved(): boolean {
    const hasMoved = this.#hasMoved;
    this.#hasMoved = false;
    return hasMoved;
  }

  list(): CellPlace[] {
    return this.#filter(() => true);
  }

  /** Those that may still wait. What a formula around a waiting call shows cannot be told from an answer. */
  listWaiting(): CellPlace[] {
    return this.#filter((place, formula) =>
      !BARE_CALL.test(formula) || this.#sheet.sheetOf(place)?.getCellRaw(place.row, place.column)?.v === ErrorType.CONNECT);
  }

  #filter(isWanted: (place: CellPlace, formula: string) => boolean): CellPlace[] {
    const places: CellPlace[] = [];
    for (const [unitId, sheets] of Object.entries(this.#sheet.formulas.getFormulaData())) {
      for (const [sheetId, formulas] of Object.entries(sheets ?? {})) {
        new ObjectMatrix(formulas ?? {}).forValue((row, column, item) => {
          const place = { unitId, sheetId, row, column };
          if (item && MD_CALL.test(item.f) && isWanted(place, item.f)) places.push(place);
        });
      }
    }
    return places;
  }
}
