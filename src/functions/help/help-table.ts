import { format } from 'numfmt';
import { type Cell, isFormatted, type Matrix } from '../../core/cell';
import { CellError } from '../../core/errors';
import { escape } from './help-html';
import type { Outcome } from '../evaluate/outcome';

const [MAX_ROWS, MAX_COLUMNS] = [6, 8];

/**
 * A result as a spreadsheet shows it. A large one is cut to its first rows and columns.
 *
 * @param hasHeader whether its first row has names, if there are others
 */
export function resultTable(outcome: Outcome, hasHeader: boolean): string {
  const rows: Matrix = outcome instanceof CellError ? [[outcome]] : outcome;
  const width = rows[0]?.length ?? 0;
  const isHeader = (index: number): boolean => index === 0 && hasHeader && rows.length > 1;
  const shown = rows.slice(0, MAX_ROWS).map(
    (row, index) =>
      `<tr>${row
        .slice(0, MAX_COLUMNS)
        .map(isHeader(index) ? headerOf : cellOf)
        .join('')}</tr>`,
  );
  const isCut = rows.length > MAX_ROWS || width > MAX_COLUMNS;
  const size = isCut ? `<p class="size">${rows.length} rows × ${width} columns in all</p>` : '';
  const result = `<table>${shown.join('')}</table>`;
  return `<div class="result" tabindex="0" role="group" aria-label="Result">${result}</div>${size}`;
}

const headerOf = (cell: Cell): string => `<th scope="col">${escape(shownText(cell))}</th>`;

function cellOf(cell: Cell): string {
  const isNumber = typeof cell === 'number' || isFormatted(cell);
  return `<td${isNumber ? ' class="number"' : ''}>${escape(shownText(cell))}</td>`;
}

/** A cell as text: dates and prices in their formats, an error with its sentence. */
export function shownText(cell: Cell): string {
  if (cell instanceof CellError) return `${cell.code} ${cell.message}`;
  if (isFormatted(cell)) return format(cell.format, cell.value);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
