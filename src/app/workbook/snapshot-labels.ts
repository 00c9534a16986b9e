import type { CellContent, Workbook } from '../host';
import { readBlock, type Rows } from './block-contents';
import type { CellLabels } from './snapshot-store';
import { a1WithSheet, type Block } from '../../core/sheet';

/** Labels are not read on a sheet whose cells reach further. */
const MAX_CELLS = 100_000;
/** How far a label may stand from its cell. */
const MAX_GAP = 3;

/** The names of cells and the texts beside them, by which people recognize a figure at any position. */
export class Labels {
  private constructor(
    private readonly sheets: ReadonlyMap<string, Rows>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Reads the cells to the left of these blocks and above them. */
  static async read(workbook: Workbook, blocks: readonly Block[]): Promise<Labels> {
    const sheets = new Map<string, Rows>();
    for (const sheet of new Set(blocks.map((block) => block.sheet))) {
      const ofSheet = blocks.filter((block) => block.sheet === sheet);
      // No Math.max(...): a sheet can have more formulas than a call can have arguments.
      const [rows, columns] = ofSheet.reduce(
        ([down, across], block) => [
          Math.max(down, block.row + block.rows),
          Math.max(across, block.column + block.columns),
        ],
        [0, 0],
      );
      if (rows * columns <= MAX_CELLS)
        sheets.set(sheet, await readBlock(workbook, { sheet, row: 0, column: 0, rows, columns }));
    }
    const defined = await workbook.tracked('');
    const names = [...defined].flatMap(([name, [block, ...others]]): [string, string][] =>
      block && others.length === 0 && !name.startsWith(OURS) ? [[a1WithSheet(block), name]] : [],
    );
    return new Labels(sheets, new Map(names));
  }

  of(block: Block): CellLabels {
    const name = this.names.get(a1WithSheet(block)) ?? this.names.get(a1WithSheet({ ...block, rows: 1, columns: 1 }));
    const all = this.sheets.get(block.sheet) ?? [];
    return {
      ...(name === undefined ? {} : { name }),
      rows: Array.from({ length: block.rows }, (_, down) => labelLeftOf(all[block.row + down] ?? [], block.column)),
      columns: Array.from({ length: block.columns }, (_, across) => labelAbove(all, block, block.column + across)),
    };
  }
}

/** The names by which the add-in finds cells again. */
const OURS = 'MD_';

/** "Payables · EUR", or the name of a single cell. */
export function labelOf(labels: CellLabels | undefined, down = 0, across = 0): string {
  const { name, rows = [], columns = [] } = labels ?? {};
  if (name !== undefined && rows.length * columns.length === 1) return name;
  return [name, rows[down], columns[across]].filter(Boolean).join(' · ');
}

/** The first text of the stretch of filled cells to the left. */
function labelLeftOf(row: readonly CellContent[], column: number): string {
  let found = '';
  let gap = 0;
  for (let at = column - 1; at >= 0 && gap <= MAX_GAP; at--) {
    const cell = row[at];
    if (isBlank(cell)) {
      if (found !== '') break;
      gap++;
    } else if (isText(cell)) found = String(cell.value);
  }
  return found;
}

/**
 * The nearest typed text above, skipping numbers and results: a verdict above another one is no heading. If there is
 * none, the topmost text of the filled cells directly above.
 */
function labelAbove(rows: Rows, { row, column: anchor }: Block, column: number): string {
  let found = '';
  let gap = 0;
  for (let at = row - 1; at >= 0 && gap <= 1; at--) {
    const cell = rows[at]?.[column];
    if (isBlank(cell)) {
      if (found !== '') break;
      gap++;
    } else if (isText(cell)) {
      found = String(cell.value);
      // Cells that are filled by a formula in the same row have no label of their own.
      if (cell.formula === '' && !rows[at]?.[anchor]?.formula) break;
    }
  }
  return found;
}

const isBlank = (cell: CellContent | undefined): boolean => cell === undefined || cell.value === '';

/** Errors are no labels. */
const isText = (cell: CellContent | undefined): cell is CellContent =>
  typeof cell?.value === 'string' && !cell.value.startsWith('#');
