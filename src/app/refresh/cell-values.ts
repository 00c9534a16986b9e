import type { Block } from '../../core/sheet/a1';
import { columnsIn } from '../../core/sheet/block-cells';
import type { CellValue, Workbook } from '../workbook';

/** Longer than any user's list; rows beyond it count as not known. */
const MAX_ROWS = 20_000;

/**
 * The values of many small blocks, read column by column: thousands of formulas each refer to the cells beside them.
 */
export class CellValues {
  readonly #columns = new Map<string, { readonly firstRow: number; readonly values: readonly CellValue[] }>();

  static async read(workbook: Workbook, blocks: readonly Block[]): Promise<CellValues> {
    const all = new CellValues();
    const byKey = new Map<string, Block>();
    for (const block of blocks.filter(({ rows, columns }) => rows * columns <= MAX_ROWS)) {
      for (const column of columnsIn(block))
        byKey.set(keyOf(column), union(byKey.get(keyOf(column)) ?? column, column));
    }
    await Promise.all(
      [...byKey]
        .filter(([, { rows }]) => rows <= MAX_ROWS)
        .map(async ([key, column]) => {
          const rows = await workbook.read(column).catch(() => undefined);
          if (rows) all.#columns.set(key, { firstRow: column.row, values: rows.map(([cell]) => cell?.value ?? '') });
        }),
    );
    return all;
  }

  /** Column by column; undefined if they could not be read. */
  of(block: Block): readonly CellValue[] | undefined {
    const columns = columnsIn(block).map((column) => {
      const stored = this.#columns.get(keyOf(column));
      return stored?.values.slice(block.row - stored.firstRow, block.row - stored.firstRow + block.rows);
    });
    return columns.some((values) => values === undefined) ? undefined : columns.flatMap((values) => values ?? []);
  }
}

const keyOf = ({ sheet, column }: Block): string => `${column} ${sheet}`;

function union(one: Block, other: Block): Block {
  const row = Math.min(one.row, other.row);
  return { ...one, row, rows: Math.max(one.row + one.rows, other.row + other.rows) - row };
}
