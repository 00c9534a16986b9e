import type { Session } from '../../app/session';
import { type Block, a1, a1WithSheet, columnName, isSingleCell } from '../../core/sheet';
import { formulaAt, textAt } from '../engine/cell-contents';
import type { CallLedger } from '../engine/call-ledger';
import { partOnSheet } from '../engine/cell-position';
import { spillsOn } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { button, element, showDialog } from './dialog';
import { messageAt } from './messages';

/** Nobody listens to a longer table, and the page must not wait for it. */
const [MAX_ROWS, MAX_COLUMNS] = [200, 50];

/**
 * Shows the selected cells as a table of the page, which screen readers can go through: the engine's grid is a picture
 * to them. A single selected cell stands for all of its sheet that is filled.
 */
export async function readAsTable(sheet: Spreadsheet, ledger: CallLedger, session: Session): Promise<void> {
  const whole = selectedCells(sheet, await session.host.workbook.selection());
  const shown = { ...whole, rows: Math.min(whole.rows, MAX_ROWS), columns: Math.min(whole.columns, MAX_COLUMNS) };
  const box = element('div', { className: 'sheet-table', tabIndex: 0, role: 'region', ariaLabel: a1WithSheet(shown) });
  const formulas = element('input', { type: 'checkbox' });
  const show = (): void => box.replaceChildren(tableOf(sheet, ledger, shown, formulas.checked));
  formulas.addEventListener('change', show);
  show();
  const choice = element('label', {}, formulas, 'Formulas instead of values');
  const cut = element('p', { textContent: `Only the beginning of ${a1(whole)} is shown: select fewer cells.` });
  const isCut = shown.rows < whole.rows || shown.columns < whole.columns;
  const close = button('Close', () => dialog.close());
  const content = [...(isCut ? [cut] : []), choice, box, element('div', {}, close)];
  const dialog = showDialog('The sheet as a table', content, () => undefined);
  box.focus();
}

/** The selected cells as far as the sheet is filled; all that are filled for a single one. */
function selectedCells(sheet: Spreadsheet, selected: Block): Block {
  const worksheet = sheet.worksheetNamed(selected.sheet);
  let [rows, columns] = [worksheet.getLastRowWithContent() + 1, worksheet.getLastColumnWithContent() + 1];
  for (const { block: spill } of spillsOn(sheet, sheet.positionOf(selected)))
    [rows, columns] = [Math.max(rows, spill.row + spill.rows), Math.max(columns, spill.column + spill.columns)];
  const from = isSingleCell(selected) ? { sheet: selected.sheet, row: 0, column: 0, rows, columns } : selected;
  return partOnSheet(from, { rowCount: rows, columnCount: columns });
}

/** A cell with an error gives its reason; one with a formula gives, on request, the formula instead of its value. */
function tableOf(sheet: Spreadsheet, ledger: CallLedger, block: Block, hasFormulas: boolean): HTMLTableElement {
  const corner = sheet.positionOf(block);
  const count = <T>(length: number, make: (index: number) => T): T[] =>
    Array.from({ length }, (_, index) => make(index));
  const cell = (row: number, column: number): HTMLElement => {
    const position = { ...corner, row, column };
    const formula = hasFormulas ? formulaAt(sheet, position) : '';
    const message = messageAt(position, sheet, ledger);
    const value = message === '' ? textAt(sheet, position) : `${textAt(sheet, position)}: ${message}`;
    return element('td', { textContent: formula === '' ? value : formula });
  };
  const head = count(block.columns, (index) =>
    element('th', { scope: 'col', textContent: columnName(block.column + index) }),
  );
  const rows = count(block.rows, (down) => {
    const row = block.row + down;
    const name = element('th', { scope: 'row', textContent: String(row + 1) });
    return element('tr', {}, name, ...count(block.columns, (index) => cell(row, block.column + index)));
  });
  return element(
    'table',
    {},
    element('caption', { textContent: a1WithSheet(block) }),
    element('thead', {}, element('tr', {}, element('td', {}), ...head)),
    element('tbody', {}, ...rows),
  );
}
