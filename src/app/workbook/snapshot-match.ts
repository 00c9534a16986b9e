import type { Session } from '../session';
import type { CellValue, FormulaCell, Workbook } from '../host';
import { type Asked, questionIn, type ListLine, namedLinesOf, type Offset, readInputs, sizeOf } from './asked';
import { readBlocks } from './block-contents';
import type { MdCell } from './cells';
import { frozenBlocks } from './frozen';
import { labelOf, type Labels } from './snapshot-labels';
import { figuresIn } from './snapshot-ranges';
import {
  contentAt,
  figureCells,
  type KeptCell,
  type KeptRange,
  type PlacedCell,
  type PlacedPart,
  type PlacedSnapshot,
} from './snapshot-store';
import { groupBy } from '../../core/basics';
import { a1WithSheet, type Block, cellOf, cellsIn, overlaps } from '../../core/sheet';
import { mapInPieces } from '../../core/long-work';

/** Why a kept formula and the one in its cell differ: another symbol, another formula, or an unknown symbol. */
export type Difference = 'symbol' | 'formula' | 'unknown';

/** A kept cell with its question, which is unknown for a figure without an MD formula. */
interface AskingCell extends PlacedCell {
  readonly asked?: Asked;
}

/** A kept cell with its counterpart; one of them is undefined if there is none. */
export interface Match {
  readonly kept: AskingCell | undefined;
  /** The cell that asks the same, or else the cell at the same position. */
  readonly now: AskingCell | undefined;
  /** Undefined if both ask the same. */
  readonly difference: Difference | undefined;
  readonly isMarked: boolean;
}

/** A formula in its cell, or a frozen one, with the known facts about its values. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'spill'> &
  Partial<Pick<MdCell, 'oldness' | 'priceTime' | 'readAt'>>;

/**
 * The current values of formulas.
 *
 * @param labels the labels beside the cells, if they are needed
 */
export async function keepCells(
  workbook: Workbook,
  cells: readonly PresentCell[],
  labels?: Labels,
): Promise<readonly PlacedCell[]> {
  const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
  const inputs = await readInputs(workbook, cells);
  return cells.map((one): PlacedCell => {
    const { cell, formula, spill, readAt = null, priceTime, oldness } = one;
    const rows = contents.get(one)!;
    return {
      cell,
      formula,
      values: rows.map((row) => row.map(({ value }) => value)),
      formats: rows.map((row) => row.map(({ format }) => format)),
      readAt,
      ...(priceTime && { priceTime }),
      ...(oldness && { isTimeUnknown: true }),
      ...(labels && { labels: labels.of(spill) }),
      ...(inputs.get(one)!.length > 0 && { inputs: inputs.get(one)! }),
    };
  });
}

/**
 * Finds the kept cells again. Formulas are searched first in their own cells, even if rows or columns have moved or the
 * formulas are frozen; then in any cell that asks the same, since rows may have been sorted. Only then the cell at the
 * old position counts, although it asks for something else. A figure in a marked range is found by its label, or else
 * by its position. New cells come last.
 *
 * @param other another snapshot, whose cells count instead of those in the workbook now
 */
export async function matchCells(
  session: Session,
  snapshot: PlacedSnapshot,
  other?: PlacedSnapshot,
): Promise<readonly Match[]> {
  const asking = (one: PlacedCell) => ({ ...one, asked: questionIn(one) });
  const [formulas, marked] = [false, true].map((isMarked) =>
    snapshot.parts.filter((part) => part.isMarked === isMarked),
  );
  const present = await mapInPieces(
    other
      ? other.parts.flatMap((part) => (part.isMarked ? [] : part.cells.map((one) => moved(one, part))))
      : await presentCells(session),
    asking,
  );
  const all = await mapInPieces(inPlaces(formulas!, present), ([one, inPlace]) => [asking(one), inPlace] as const);
  // Cells with other amounts match only if no cell has the same ones: sorted rows keep their amounts.
  const pairs = pairUp(all, present, [({ asked }) => asked.whole, ({ asked }) => asked.key]);
  const { workbook } = session.host;
  const blocks = marked!.flatMap(({ now }) => now ?? []);
  const ranges = other ? [] : await figuresIn(workbook, blocks, present.map(spillOf));
  return [
    ...pairs.map(([kept, now]) => ({
      kept,
      now,
      difference: kept && now && differenceOf(kept.asked, now.asked),
      isMarked: false,
    })),
    ...marked!.flatMap((part) => matchFigures(part, part.now && ranges[blocks.indexOf(part.now)], other)),
  ];
}

/** The cells that a result fills. */
export const spillOf = ({ cell, values }: PlacedCell): Block => ({ ...cell, ...sizeOf(values) });

/** The formulas in the cells now, whether in place or frozen. */
async function presentCells(session: Session): Promise<readonly PlacedCell[]> {
  const { workbook } = session.host;
  const [inPlace, frozen] = await Promise.all([workbook.formulas(), frozenBlocks(session)]);
  const cells = frozen.flatMap(({ block, formula }): readonly PresentCell[] =>
    block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block }] : [],
  );
  return keepCells(workbook, [...cells, ...inPlace]);
}

/** The position counts only if the range still has its size: rows may have been inserted or deleted. */
function matchFigures(part: PlacedPart, range: KeptRange | undefined, other: PlacedSnapshot | undefined): Match[] {
  const same = other?.parts.find((one) => one.isMarked && overlaps(one.now ?? one.before, part.now ?? part.before));
  const present = same ? same.cells : range ? figureCells(range) : [];
  const here = same ? { ...part, now: same.before } : part;
  const all = inPlaces([here], present).map(([one, inPlace]): InPlace<PlacedCell> => {
    const isSame = isSameSize(here) || labelIn(one) === (inPlace && labelIn(inPlace));
    return [one, isSame ? inPlace : undefined];
  });
  return pairUp(all, present, [(one) => labelIn(one) || undefined]).map(([kept, now]) => ({
    kept,
    now: now && same ? moved(now, same) : now,
    difference: undefined,
    isMarked: true,
  }));
}

const labelIn = ({ labels }: PlacedCell): string => labelOf(labels);

const isSameSize = ({ before, now }: PlacedPart): boolean =>
  now?.rows === before.rows && now.columns === before.columns;

/** Its current position or, if rows were inserted or deleted beside it, its old one. */
const moved = (one: PlacedCell, part: PlacedPart): PlacedCell =>
  isSameSize(part) ? { ...one, cell: cellNow(one, part) } : one;

const cellNow = ({ cell }: PlacedCell, { before, now }: PlacedPart): Block =>
  cellOf(now!.sheet, now!.row + cell.row - before.row, now!.column + cell.column - before.column);

/** A kept cell, and the cell at its old position. */
type InPlace<T, Kept = T> = readonly [kept: Kept, inPlace: T | undefined];

function inPlaces<Cell extends PlacedCell>(
  parts: readonly PlacedPart[],
  present: readonly Cell[],
): InPlace<Cell, PlacedCell>[] {
  const byAddress = new Map(present.map((one) => [a1WithSheet(one.cell), one]));
  return parts.flatMap((part): InPlace<Cell, PlacedCell>[] => {
    const { cells, now } = part;
    if (isSameSize(part)) return cells.map((one) => [one, byAddress.get(a1WithSheet(cellNow(one, part)))]);
    const inside = (now ? cellsIn(now).flat() : []).flatMap((cell) => byAddress.get(a1WithSheet(cell)) ?? []);
    // Inserted rows add cells that were not kept, so these are paired in order only if their numbers are equal.
    if (inside.length === cells.length) return cells.map((one, index) => [one, inside[index]]);
    let next = 0;
    return cells.map((one) => {
      const where = inside.findIndex(({ formula }, position) => position >= next && formula === one.formula);
      if (where >= 0) next = where + 1;
      return [one, inside[where]];
    });
  });
}

/**
 * Pairs kept cells with current ones: key by key, first at the same position, then anywhere. After that any cell at the
 * same position counts. Unpaired cells come last.
 */
function pairUp<T>(
  all: readonly InPlace<T>[],
  present: readonly T[],
  keys: readonly ((one: T) => string | undefined)[],
): (readonly [kept: T | undefined, now: T | undefined])[] {
  const free = new Set(present);
  const found = new Map<T, T>();
  const take = (one: T, now: T | undefined): void => {
    if (now !== undefined && !found.has(one) && free.delete(now)) found.set(one, now);
  };
  for (const keyOf of keys) {
    const known = all.filter(([one]) => keyOf(one) !== undefined);
    for (const [one, inPlace] of known) if (inPlace && keyOf(inPlace) === keyOf(one)) take(one, inPlace);
    const elsewhere = new Map(groupBy([...free], (one) => keyOf(one) ?? '').map((same) => [keyOf(same[0]!), same]));
    for (const [one] of known) if (!found.has(one)) take(one, elsewhere.get(keyOf(one))?.shift());
  }
  for (const [one, inPlace] of all) take(one, inPlace);
  return [...all.map(([one]) => [one, found.get(one)] as const), ...[...free].map((now) => [undefined, now] as const)];
}

function differenceOf(kept: Asked, now: Asked): Difference | undefined {
  if (kept.key !== undefined && kept.key === now.key) return kept.choosing === now.choosing ? undefined : 'unknown';
  if (kept.key === undefined || now.key === undefined) return kept.shape === now.shape ? 'unknown' : 'formula';
  return kept.names.join() === now.names.join() ? 'formula' : 'symbol';
}

/** A position in both, with the obstacle between the two and their names. */
interface PairedPlace extends Pick<Match, 'difference'> {
  readonly then: Offset;
  readonly at: Offset | undefined;
  readonly keptNames: readonly string[];
  readonly nowNames: readonly string[];
  /** The first cell of a result, or of a symbol's line in it. */
  readonly isFirst: boolean;
}

/**
 * Lists with reordered or partly different symbols are compared line by line: the position counts only for a symbol
 * that is no longer there.
 */
export function placesIn({ kept, now, difference }: Match): PairedPlace[] {
  const linesOf = (one: AskingCell | undefined): readonly ListLine[] | undefined =>
    difference === 'symbol' && one?.asked ? namedLinesOf(one.values, one.asked)?.lines : undefined;
  const [before, after] = [linesOf(kept), linesOf(now)];
  if (before && after) {
    const inPlace = before.map((line, index) => [line, after[index]] as const);
    return pairUp(inPlace, after, [({ name = 'heading' }) => name]).flatMap(([line, counterpart]) =>
      (line?.places ?? []).map((then, index) => ({
        then,
        at: counterpart?.places[index],
        isFirst: index === 0,
        difference: counterpart && counterpart.name !== line!.name ? 'symbol' : undefined,
        keptNames: [line!.name ?? []].flat(),
        nowNames: [counterpart?.name ?? []].flat(),
      })),
    );
  }
  const [keptNames, nowNames] = [kept?.asked?.names ?? [], now?.asked?.names ?? []];
  const [own, other] = [sizeOf(kept?.values ?? []), sizeOf(now?.values ?? [])];
  const columns = Math.max(own.columns, other.columns);
  return Array.from({ length: Math.max(own.rows, other.rows) * columns }, (_, index) => {
    const place: Offset = [Math.floor(index / columns), index % columns];
    return { then: place, at: now && place, isFirst: index === 0, difference, keptNames, nowNames };
  });
}

/**
 * The kept values in the form that the formula's cells can show now: for a list in the current order of its symbols,
 * with blanks for new symbols. Undefined if the cell asks for something else: a value would stand beside the wrong
 * name.
 */
export function showable(match: Match): KeptCell | undefined {
  const { kept } = match;
  const [values, formats]: [CellValue[][], string[][]] = [[], []];
  for (const { then, at, difference } of kept ? placesIn(match) : []) {
    if (at === undefined || (difference !== undefined && difference !== 'unknown')) continue;
    const { value, format } = contentAt(kept!, then);
    (values[at[0]] ??= [])[at[1]] = value;
    (formats[at[0]] ??= [])[at[1]] = format;
  }
  return kept && values.length > 0 ? { ...kept, values, formats } : undefined;
}
