import type { Session } from '../session';
import type { FunctionTraits, ParameterRole } from '../function-traits';
import { mapInPieces } from '../../core/waiting';
import type { MdCell } from './cells';
import { blockIn, literalIn, mdCallsIn } from './formulas';
import type { CellValue, Workbook } from '../host';
import { type Block, columnsIn } from '../../core/sheet';

/** A function call with its arguments' values. */
export interface MdCall {
  readonly cell: MdCell;
  readonly traits: FunctionTraits;
  /** In the order of the formula; undefined if the values are not known. */
  readonly values: readonly (readonly unknown[] | undefined)[];
}

/** All MD calls in the cells, in order. */
export async function readCalls(
  { host: { workbook } }: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<MdCall[]> {
  const perCell = await mapInPieces(cells, (mdCell) =>
    mdCallsIn(mdCell.formula).flatMap(({ name, arguments: all }) => {
      const traits = functions.find(({ id }) => id === name);
      return traits ? [{ cell: mdCell, traits, arguments: all, sheet: mdCell.cell.sheet }] : [];
    }),
  );
  const calls = perCell.flat();
  const blockOf = new Map<string, ReturnType<typeof blockIn>>();
  await mapInPieces(calls, ({ arguments: all, sheet }) => {
    for (const one of all) blockOf.set(`${sheet} ${one}`, blockIn(one, sheet));
  });
  const values = await CellValues.read(
    workbook,
    [...blockOf.values()].filter((block) => block !== undefined),
  );
  return mapInPieces(calls, ({ cell, traits, arguments: all, sheet }) => ({
    cell,
    traits,
    values: all.map((one) => {
      if (one === '') return [];
      const block = blockOf.get(`${sheet} ${one}`);
      const literal = literalIn(one);
      return block ? values.of(block) : literal === undefined ? undefined : [literal];
    }),
  }));
}

export const namesIn = (values: readonly unknown[]): string[] =>
  values
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .map((name) => name.trim().toUpperCase())
    .filter((name) => name !== '');

/** The values of the parameters with that role: empty if they are omitted, undefined if not known. */
export const valuesOf = ({ traits, values }: MdCall, wantedRole: ParameterRole) =>
  traits.parameters.flatMap(({ role }, index) =>
    role === wantedRole ? [index < values.length ? values[index] : []] : [],
  );

export const takesSymbols = ({ parameters }: FunctionTraits): boolean =>
  parameters.some(({ role }) => role === 'symbols');

/** Empty if the function takes none; undefined if not known. */
export function symbolsOf(call: MdCall): string[] | undefined {
  const [values] = takesSymbols(call.traits) ? valuesOf(call, 'symbols') : [[]];
  return values && namesIn(values);
}

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
