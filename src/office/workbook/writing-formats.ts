import type { Block } from '../../core/sheet/a1';
import { loadInPieces } from './pieces';
import { rangeOf } from './run';
import { batchesOf } from '../../app/workbook/block-contents';

/** Row by row; null for a cell that needs none. */
export type Formats = readonly (readonly (string | null)[])[];

/** The number formats that the cells of a result should get. */
export interface Formatting {
  readonly block: Block;
  /** What they should show: other cells are not of this result. */
  readonly values: readonly (readonly unknown[])[];
  readonly formats: Formats;
  /** The formats that MD gave them before. */
  readonly before: Formats | undefined;
}

/** 'not shown': the cells do not show the result yet. 'protected': their sheet is protected. */
export type FormattingResult = 'done' | 'not shown' | 'protected';

/** The formats of this many cells are well below Excel's limit of 5 MB for a message. */
const CELLS_PER_MESSAGE = 30_000;
/** Relative tolerance: Excel returns 15 significant digits of a number. */
const PRECISION = 1e-12;

interface FormatTarget {
  readonly one: Formatting;
  readonly value: unknown;
  readonly format: string;
  readonly before: string | null | undefined;
}

/**
 * Formats the cells that have no number format of their own, where they show their results and their sheets may be
 * changed.
 */
export async function writeFormats(
  context: Excel.RequestContext,
  all: readonly Formatting[],
): Promise<ReadonlyMap<Formatting, FormattingResult> | 'read only'> {
  const { workbook } = context;
  workbook.load('readOnly');
  const sheets = workbook.worksheets.load('name,protection/protected');
  await context.sync();
  if (workbook.readOnly) return 'read only';
  const open = new Set(sheets.items.filter(({ protection }) => !protection.protected).map(({ name }) => name));
  const outcome = new Map<Formatting, FormattingResult>(
    all.map((one) => [one, open.has(one.block.sheet) ? 'done' : 'protected']),
  );
  const present = all.filter((one) => outcome.get(one) === 'done');
  const targets = targetsOf(present);
  const writings: { readonly piece: Block; readonly formats: (string | null)[][] }[] = [];
  const blocks = batchesOf(present, ({ block }) => block).map(({ block }) => block);
  await loadInPieces(context, blocks, 'values,numberFormat', ({ values, numberFormat }, piece) => {
    const formats = (numberFormat as string[][]).map((row, down) =>
      row.map((own, across) => {
        const target = targets.get(keyOf(piece.sheet, piece.row + down, piece.column + across));
        if (!target) return null;
        if (isShown(values[down]![across], target.value)) return isWanted(own, target) ? target.format : null;
        outcome.set(target.one, 'not shown');
        return null;
      }),
    );
    if (formats.some((row) => row.some((format) => format !== null))) writings.push({ piece, formats });
  });
  let cells = 0;
  for (const { piece, formats } of writings) {
    rangeOf(context, piece).numberFormat = formats;
    cells += piece.rows * piece.columns;
    if (cells < CELLS_PER_MESSAGE) continue;
    await context.sync();
    cells = 0;
  }
  await context.sync();
  return outcome;
}

const targetsOf = (all: readonly Formatting[]): ReadonlyMap<string, FormatTarget> =>
  new Map(
    all.flatMap((one) =>
      one.formats.flatMap((row, down) =>
        row.flatMap((format, across) =>
          format === null
            ? []
            : [
                [
                  keyOf(one.block.sheet, one.block.row + down, one.block.column + across),
                  { one, value: one.values[down]![across], format, before: one.before?.[down]?.[across] },
                ] as const,
              ],
        ),
      ),
    ),
  );

const keyOf = (sheet: string, row: number, column: number): string => `${row}:${column}:${sheet}`;

const isShown = (shown: unknown, value: unknown): boolean =>
  typeof shown === 'number' && typeof value === 'number' && Math.abs(shown - value) <= Math.abs(value) * PRECISION;

/** Our own format is replaced by one with more decimals; anybody else's format stays. */
const isWanted = (own: string, { format, before }: FormatTarget): boolean =>
  own === 'General' || (own === before && format.length > own.length);
