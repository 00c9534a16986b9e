import { CellValueType, type ICellData, type Nullable } from '@univerjs/core';
import type { StatusBarController } from '@univerjs/preset-sheets-core';

/** What the engine's status bar keeps to itself. */
interface Statistics {
  _getCellValue(...place: unknown[]): Nullable<ICellData>;
}

/**
 * Mends: below a selection the engine adds each TRUE as 1 and counts FALSE as a number, so that its sum differs from
 * that of SUM and of Excel.
 *
 * Can go when test/browser/workbench-shell.test.ts, "adds up no TRUE, entered or calculated", passes without it.
 */
export function addUpNumbersAlone(statusBar: StatusBarController): void {
  const statistics = statusBar as unknown as Statistics;
  const valueOf = statistics._getCellValue.bind(statistics);
  statistics._getCellValue = (...place) => {
    const cell = valueOf(...place);
    // Still counted as a filled cell.
    return cell?.t === CellValueType.BOOLEAN ? { ...cell, t: CellValueType.STRING } : cell;
  };
}
