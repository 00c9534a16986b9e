import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import type { FormulaCell, Workbook } from '../host';
import { type Asked, questionIn, namedLinesOf, readInputs, sizeOf } from './asked';
import { readBlocks } from './block-contents';
import type { MdCell } from './cells';
import { frozenBlocks } from './frozen';
import { labelOf, type Labels } from './snapshot-labels';
import { figuresIn } from './snapshot-ranges';
import { figureCells, type KeptCell, type PlacedCell, type PlacedPart, type PlacedSnapshot } from './snapshot-store';
import { groupBy } from '../../core/basics';
import { a1WithSheet, type Block, cellOf, cellsIn, overlaps } from '../../core/sheet';
import { mapInPieces } from '../../core/waiting';

/**
 * What stands between a kept formula and the one in its cell: another symbol, another formula, or that it is not known
 * which symbol they ask for.
 */
export type Difference = 'symbol' | 'formula' | 'unknown';

/** A kept cell with its counterpart; one of them is undefined if there is none. */
export interface Match {
  readonly kept: PlacedCell | undefined;
  readonly keptNames: readonly string[];
  /** The cell that asks the same, or else the cell in its place. */
  readonly now: PlacedCell | undefined;
  readonly nowNames: readonly string[];
  /** Undefined if both ask the same. */
  readonly difference: Difference | undefined;
  /** Whether it is in a range that the user has marked. */
  readonly isMarked: boolean;
}

/** A formula in its cell, or a frozen one, with what is known of its values. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'spill'> &
  Partial<Pick<MdCell, 'oldness' | 'priceTime' | 'readAt'>>;

/**
 * What formulas show now.
 *
 * @param labels of the cells beside them, if these are wanted
 */
export async function keepCells(
  workbook: Workbook,
  cells: readonly PresentCell[],
  functions: readonly FunctionTraits[],
  labels?: Labels,
): Promise<readonly PlacedCell[]> {
  const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
  const inputs = await readInputs(workbook, cells, functions);
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

type AskingCell = PlacedCell & { readonly asked: Asked };

/**
 * Finds the kept formulas again: first in their cells, even if rows or columns have moved, or if they are frozen; then
 * wherever the same is asked, since rows may have been sorted. Only then the cell in the old place counts, although it
 * asks for something else. Formulas that the snapshot does not have come last.
 *
 * @param other another snapshot, whose formulas count instead of those in the cells now
 */
export async function matchFormulas(
  session: Session,
  snapshot: PlacedSnapshot,
  functions: readonly FunctionTraits[],
  other?: PlacedSnapshot,
): Promise<readonly Match[]> {
  const asking = (one: PlacedCell): AskingCell => ({ ...one, asked: questionIn(one, functions) });
  const formulaParts = snapshot.parts.filter(({ isMarked }) => !isMarked);
  const present = await mapInPieces(
    other
      ? other.parts.flatMap((part) => (part.isMarked ? [] : part.cells.map((one) => moved(one, part))))
      : await presentCells(session, functions),
    asking,
  );
  const all = await mapInPieces(inPlaces(formulaParts, present), ([one, inPlace]): InPlace<AskingCell> => [
    asking(one),
    inPlace,
  ]);
  // The same with other amounts only where nobody asks for these: sorted rows keep theirs.
  return pairUp(all, present, [({ asked }) => asked.whole, ({ asked }) => asked.key]).map(([kept, now]) => ({
    kept,
    keptNames: kept?.asked.names ?? [],
    now,
    nowNames: now?.asked.names ?? [],
    difference: kept && now && differenceOf(kept.asked, now.asked),
    isMarked: false,
  }));
}

/** The formulas in the cells now, whether in place or frozen. */
async function presentCells(session: Session, functions: readonly FunctionTraits[]): Promise<readonly PlacedCell[]> {
  const { workbook } = session.host;
  const [inPlace, frozen] = await Promise.all([workbook.formulas(), frozenBlocks(session)]);
  const cells = frozen.flatMap(({ block, formula }): readonly PresentCell[] =>
    block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block }] : [],
  );
  return keepCells(workbook, [...cells, ...inPlace], functions);
}

/**
 * Finds the results in the marked ranges again: each with the one of the same label, or else in the same place if the
 * range has its size still, since rows may have been sorted, inserted or deleted.
 *
 * @param filled the cells that MD formulas fill now
 */
export async function matchFigures(
  workbook: Workbook,
  snapshot: PlacedSnapshot,
  filled: readonly Block[],
  other?: PlacedSnapshot,
): Promise<readonly Match[]> {
  const marked = snapshot.parts.filter(({ isMarked }) => isMarked);
  const blocks = marked.flatMap(({ now }) => now ?? []);
  const ranges = other ? [] : await figuresIn(workbook, blocks, filled);
  return marked.flatMap((part) => {
    const block = part.now ?? part.before;
    const same = other?.parts.find((one) => one.isMarked && overlaps(one.now ?? one.before, block));
    const range = part.now && ranges[blocks.indexOf(part.now)];
    const present = same ? same.cells : range ? figureCells(range) : [];
    const here = same ? { ...part, now: same.before } : part;
    const all = inPlaces([here], present).map(([one, inPlace]): InPlace<PlacedCell> => {
      const isSame = isSameSize(here) || labelIn(one) === (inPlace && labelIn(inPlace));
      return [one, isSame ? inPlace : undefined];
    });
    return pairUp(all, present, [(one) => labelIn(one) || undefined]).map(([kept, now]): Match => ({
      kept,
      keptNames: [],
      now: now && same ? moved(now, same) : now,
      nowNames: [],
      difference: undefined,
      isMarked: true,
    }));
  });
}

const labelIn = ({ labels }: PlacedCell): string => labelOf(labels);

const isSameSize = ({ before, now }: PlacedPart): boolean =>
  now?.rows === before.rows && now.columns === before.columns;

/** Where it is now or, if rows were inserted or deleted beside it, was then. */
const moved = (one: PlacedCell, part: PlacedPart): PlacedCell =>
  isSameSize(part) ? { ...one, cell: cellNow(one, part) } : one;

const cellNow = ({ cell }: PlacedCell, { before, now }: PlacedPart): Block =>
  cellOf(now!.sheet, now!.row + cell.row - before.row, now!.column + cell.column - before.column);

/** What was kept, and what stands where it stood. */
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
 * Pairs what was kept with what there is: by one key after the other, first in its place, then anywhere. Then whatever
 * is in its place counts. What is left comes last.
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

export interface ListLine {
  readonly index: number;
  /** Undefined for the headings. */
  readonly name: string | undefined;
}

/** Lists whose symbols are in another order, or partly others. */
interface PairedLines {
  readonly along: 'rows' | 'columns';
  /** Each kept line with that of the same name, or else with the one in its place. */
  readonly pairs: readonly (readonly [kept: ListLine, now: ListLine | undefined])[];
  readonly nowCount: number;
}

/** Undefined unless both results have one line for each of their names. */
export function pairLines({ kept, keptNames, now, nowNames, difference }: Match): PairedLines | undefined {
  if (!kept || !now || difference !== 'symbol') return undefined;
  const before = namedLinesOf(sizeOf(kept.values), keptNames);
  const after = namedLinesOf(sizeOf(now.values), nowNames);
  if (!before || before.along !== after?.along) return undefined;
  const [all, present] = [before, after].map(({ names }) => names.map((name, index): ListLine => ({ index, name })));
  const pairs = pairUp(
    all!.map((line) => [line, present![line.index]]),
    present!,
    [({ name = 'heading' }) => name],
  ).flatMap(([one, other]) => (one ? [[one, other] as const] : []));
  return { along: before.along, pairs, nowCount: after.names.length };
}

/**
 * The kept values as the formula's cells can show them now: those of a list in the order of its symbols now, with blanks
 * for symbols that it did not have. Undefined if the cell asks for something else: a value would stand beside the wrong
 * name.
 */
export function showable(match: Match): KeptCell | undefined {
  const { kept, now, difference } = match;
  if (!kept || !now) return undefined;
  if (difference === undefined || difference === 'unknown') return kept;
  const paired = pairLines(match);
  if (!paired) return undefined;
  const same = paired.pairs.filter(([one, other]) => one.name === other?.name);
  const keptOf = new Map(same.map(([one, other]) => [other?.index, one.index]));
  const order = Array.from({ length: paired.nowCount }, (_, line) => keptOf.get(line));
  const arranged = <T>(rows: readonly (readonly T[])[], missing: T): T[][] =>
    paired.along === 'rows'
      ? order.map((line) => (line === undefined ? (rows[0] ?? []).map(() => missing) : [...(rows[line] ?? [])]))
      : rows.map((row) => order.map((line) => (line === undefined ? missing : (row[line] ?? missing))));
  return { ...kept, values: arranged(kept.values, ''), formats: arranged(kept.formats, 'General') };
}
