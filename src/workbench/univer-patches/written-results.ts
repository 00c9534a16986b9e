import type { ICellData, Nullable, ObjectMatrix } from '@univerjs/core';
import {
  FormulaExecutedStateType,
  ICalculateFormulaService,
  SetFormulaCalculationResultMutation,
  SetFormulaCalculationStopMutation,
} from '@univerjs/preset-sheets-core';
import { Pauses } from '../../core/pauses';
import type { Spreadsheet } from '../sheet/spreadsheet';

type CellsOfSheets = Readonly<Record<string, Readonly<Record<string, ObjectMatrix<Nullable<ICellData>>>> | undefined>>;

/** What has been calculated. */
interface CalculationResults {
  readonly functionsExecutedState: FormulaExecutedStateType;
  readonly unitData: CellsOfSheets;
}

/** What the engine's calculation keeps to itself. */
interface CalculationEnd {
  readonly _executionCompleteListener$: { next: (results: CalculationResults) => void };
}

/** So many results are written in one turn: about 15 ms. */
const CELLS_IN_ONE = 10_000;

/**
 * Mends: the engine writes all results of a calculation into cells in one turn, in which the page answers nobody: half a
 * second for 300,000. Here many are written in turns. The calculation counts as running until the last one is written:
 * what changes meanwhile begins it again.
 */
export function writeResultsInTurns(sheet: Spreadsheet): void {
  const { _executionCompleteListener$: ending } = sheet.serviceOf(
    ICalculateFormulaService,
  ) as unknown as CalculationEnd;
  const end = ending.next.bind(ending);
  let stops = 0;
  sheet.commands.onCommandExecuted(({ id }) => {
    if (id === SetFormulaCalculationStopMutation.id) stops++;
  });

  ending.next = (results) => {
    const parts = [...partsOf(results.unitData)];
    // What was calculated before a stop is no result.
    if (parts.length > 1 && results.functionsExecutedState === FormulaExecutedStateType.SUCCESS)
      void write(results, parts);
    else end(results);
  };

  async function write(results: CalculationResults, parts: readonly object[]): Promise<void> {
    const before = stops;
    const pauses = new Pauses(1);
    for (const unitData of parts) {
      if (pauses.isDue) await pauses.take();
      if (stops > before) {
        end({ ...results, functionsExecutedState: FormulaExecutedStateType.STOP_EXECUTION });
        return;
      }
      sheet.commands.syncExecuteCommand(SetFormulaCalculationResultMutation.id, { unitData }, { onlyLocal: true });
    }
    end({ ...results, unitData: {} });
  }
}

/** Some rows each, by workbook, sheet and row. */
function* partsOf(cells: CellsOfSheets): Iterable<object> {
  let [part, count] = [{} as Record<string, Record<string, Record<number, object>>>, 0];
  for (const [unitId, sheets = {}] of Object.entries(cells))
    for (const [sheetId, matrix] of Object.entries(sheets))
      for (const [row, columns] of Object.entries(matrix.getMatrix() as Record<string, object>)) {
        ((part[unitId] ??= {})[sheetId] ??= {})[Number(row)] = columns;
        count += Object.keys(columns).length;
        if (count < CELLS_IN_ONE) continue;
        yield part;
        [part, count] = [{}, 0];
      }
  yield part;
}
