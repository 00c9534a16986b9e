import { type Asked, questionIn, type ListLine, namedLinesOf, type Offset, sizeOf, subjectsOf } from './asked';
import { isSameValue } from './block-contents';
import { freeze, frozenBlocks } from './freeze';
import {
  figureCells,
  figuresIn,
  keepCells,
  type KeptCell,
  type KeptRange,
  KeptSnapshots,
  labelOf,
  type LabelsOf,
  type PlacedCell,
  type PlacedPart,
  type PlacedSnapshot,
  readLabels,
  snapshots,
} from './snapshot';
import type { CellValue, OnProgress } from '../host';
import type { Session } from '../session';
import { groupBy } from '../../core/basics';
import { mapInPieces } from '../../core/pauses';
import { a1WithSheet, type Block, cellOf, cellsIn, overlaps } from '../../core/sheet';

/*
 * A snapshot's cells and where they are now: cells move, and formulas come to ask for something else. Needed to compare
 * values, and to show old ones in the cells.
 */

/**
 * Why a kept formula and the one in its cell differ: another symbol, another formula, an unknown symbol, or a frozen
 * value that was edited since.
 */
type Difference = 'symbol' | 'formula' | 'unknown' | 'edited';

/** A kept cell with its question, which is unknown for a figure without an MD formula. */
interface AskingCell extends PlacedCell {
  readonly asked?: Asked;
}

/** A kept cell with its counterpart; one of them is undefined if there is none. */
interface Match {
  readonly kept: AskingCell | undefined;
  /** The cell that asks the same, or else the cell at the same position. */
  readonly now: AskingCell | undefined;
  /** Undefined if both ask the same. */
  readonly difference: Difference | undefined;
  readonly isMarked: boolean;
}

/**
 * Finds the kept cells again. Formulas are searched first in their own cells, even if rows or columns have moved or the
 * formulas are frozen; then in any cell that asks the same, since rows may have been sorted. Only then the cell at the
 * old position counts, although it asks for something else. A figure in a marked range is found by its label, or else
 * by its position. New cells come last.
 *
 * @param other another snapshot, whose cells count instead of those in the workbook now
 */
async function matchCells(
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
      difference: kept && now && (now.isEdited ? 'edited' : differenceOf(kept.asked, now.asked)),
      isMarked: false,
    })),
    ...marked!.flatMap((part) => matchFigures(part, part.now && ranges[blocks.indexOf(part.now)], other)),
  ];
}

/** The cells that a result fills. */
const spillOf = ({ cell, values }: PlacedCell): Block => ({ ...cell, ...sizeOf(values) });

/** The formulas in the cells now, whether in place or frozen. */
async function presentCells(session: Session): Promise<readonly PlacedCell[]> {
  const { workbook } = session.host;
  const [inPlace, frozen] = await Promise.all([workbook.formulas(), frozenBlocks(session)]);
  const cells = frozen.flatMap(({ block, formula, isEdited }) =>
    block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block, isEdited }] : [],
  );
  return keepCells(session, [...cells, ...inPlace]);
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
  return kept.read.join() === now.read.join() ? 'formula' : 'symbol';
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
function placesIn({ kept, now, difference }: Match): PairedPlace[] {
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
 * The kept values for the places in which the formula's cells can show them now: for a list in the current order of its
 * symbols, with blanks for new symbols. Undefined if the cell asks for something else: a value would stand beside the
 * wrong name.
 */
function showable(match: Match) {
  const { kept } = match;
  const contents = new Map<string, ReturnType<typeof contentAt>>();
  for (const { then, at, difference } of kept ? placesIn(match) : [])
    if (at && (difference === undefined || difference === 'unknown')) contents.set(at.join(), contentAt(kept!, then));
  return kept && contents.size > 0
    ? { ...kept, contentAt: (...at: Offset) => contents.get(at.join()) ?? NO_CONTENT }
    : undefined;
}

/** A cell whose older and newer values differ, or whose formula no longer asks for the same. */
export interface Change {
  /** Where the cell is now; its old position if it was deleted. */
  readonly block: Block;
  /** Undefined if there was no such cell, or it had another formula. */
  readonly older: CellValue | undefined;
  readonly newer: CellValue | undefined;
  /**
   * (newer − older) ÷ |older|, 0.01 for one percent; undefined unless both are numbers of the same symbol and formula,
   * and the older one is not 0.
   */
  readonly change: number | undefined;
  readonly format: string;
  /** Why the two values cannot be compared; undefined if they can. */
  readonly difference: Difference | undefined;
  /** The symbols of the two values, if they differ. */
  readonly olderNames: readonly string[];
  readonly newerNames: readonly string[];
  /** Its name, or the labels beside it and above it; empty if unknown. */
  readonly label: string;
  /** Empty for a cell without an MD formula. */
  readonly symbol: string;
  readonly field: string;
  readonly weight: Weight;
}

/** A total, another marked result, or any other cell with an MD formula, in the order of importance to readers. */
type Weight = 'total' | 'marked' | 'other';

export interface ComparedSide {
  /** The snapshot's name; undefined for the current values. */
  readonly name: string | undefined;
  /** In ms since 1970. */
  readonly at: number;
}

export interface SnapshotComparison {
  readonly older: ComparedSide;
  readonly newer: ComparedSide;
  /** Totals, other marked results, then the other cells, each row by row. */
  readonly changes: readonly Change[];
  /** Cells that show the same in both. */
  readonly sameCount: number;
  /** The number of cells that have changed, and of those that have not. */
  readonly all: readonly Change[];
}

/**
 * The changes between a snapshot and the current cells, or another snapshot, always from the older to the newer. If the
 * cells show another snapshot, that one is compared, with its time. Frozen cells count with the values they show.
 *
 * @param otherId another snapshot to compare with, instead of the cells
 */
export async function compareSnapshot(session: Session, id: string, otherId?: string): Promise<SnapshotComparison> {
  const shownId = otherId ?? (await snapshots(session)).find(({ isShown }) => isShown)?.id;
  const kept = session.part(KeptSnapshots);
  const [snapshot, other] = await Promise.all([
    kept.readSnapshot(id),
    shownId === undefined ? undefined : kept.readSnapshot(shownId),
  ]);
  const matches = await matchCells(session, snapshot, other);
  const added = matches.flatMap(({ kept: before, now, isMarked }) => (before || isMarked ? [] : spillOf(now!)));
  const labelsOf = await readLabels(session.host.workbook, other ? [] : added);
  const isOlder = other === undefined || snapshot.at <= other.at;
  const found = matches.flatMap((match) => changesIn(match, isOlder, labelsOf));
  const all = inReadingOrder(found, [...new Set(found.map(({ block }) => block.sheet))]);
  const changes = all.filter(({ isChange }) => isChange);
  const then: ComparedSide = { name: snapshot.name, at: snapshot.at };
  const cells: ComparedSide = { name: other?.name, at: other?.at ?? session.now() };
  return {
    older: isOlder ? then : cells,
    newer: isOlder ? cells : then,
    changes,
    sameCount: all.length - changes.length,
    all,
  };
}

/** A sum, rounded or checked. A share of one is none: =B2/SUM(B2:B9). */
const TOTAL =
  /^=[+-]?(?:(?:ROUND|ROUNDUP|ROUNDDOWN|MROUND|IFERROR|IFNA|N|ABS)\()*(?:SUM|SUMPRODUCT|SUBTOTAL|AGGREGATE|SUMIFS?|DSUM)\(/i;
/** Counts only beside the cell. As a heading, "Total" stands above every position. */
const CALLED_TOTAL = /^(?:\S+ )?(?:sub|grand ?|net ?)?(?:total|summe|gesamt|somme|suma|合計|合计|总计|總計)/i;

function weightOf({ kept, now, isMarked }: Match, label: string): Weight {
  if (!isMarked) return TOTAL.test((kept ?? now)!.formula) ? 'total' : 'other';
  return TOTAL.test((now ?? kept)!.formula) || CALLED_TOTAL.test(label) ? 'total' : 'marked';
}

const WEIGHTS: readonly Weight[] = ['total', 'marked', 'other'];

export type Ranked = Pick<Change, 'block'> & Partial<Pick<Change, 'weight'>>;

/** Totals first, then sheet by sheet and row by row. Deleted sheets come last. */
export function inReadingOrder<Row extends Ranked>(rows: readonly Row[], sheets: readonly string[]): Row[] {
  const place = new Map(sheets.map((name, index) => [name, index]));
  const sheetOf = ({ block }: Row): number => place.get(block.sheet) ?? sheets.length;
  const weightIn = ({ weight = 'other' }: Row): number => WEIGHTS.indexOf(weight);
  return rows.toSorted(
    (one, other) =>
      weightIn(one) - weightIn(other) ||
      sheetOf(one) - sheetOf(other) ||
      one.block.row - other.block.row ||
      one.block.column - other.block.column,
  );
}

/**
 * Each cell of a kept result with its counterpart.
 *
 * @param labelsOf beside formulas that the snapshot does not have
 */
function changesIn(
  match: Match,
  isKeptOlder: boolean,
  labelsOf: LabelsOf,
): (Change & { readonly isChange: boolean })[] {
  const { kept, now } = match;
  const one = (kept ?? now)!;
  const subjectOf = subjectsOf(one, one.asked);
  const labels = kept ? kept.labels : (one.labels ?? labelsOf(spillOf(one)));
  const first = (now ?? one).cell;
  return placesIn(match).map(({ then, at, isFirst, difference, keptNames, nowNames }) => {
    const before = kept && contentAt(kept, then);
    const present = now && at && contentAt(now, at);
    const [down, across] = at ?? then;
    const { symbol, field } = subjectOf(...then);
    const label = labelOf(labels, ...then);
    const [older, newer] = isKeptOlder ? [before?.value, present?.value] : [present?.value, before?.value];
    const [olderNames, newerNames] = isKeptOlder ? [keptNames, nowNames] : [nowNames, keptNames];
    const isComparable = difference === undefined && typeof older === 'number' && typeof newer === 'number';
    return {
      block: cellOf(first.sheet, first.row + down, first.column + across),
      older,
      newer,
      change: isComparable && older !== 0 ? (newer - older) / Math.abs(older) : undefined,
      format: (typeof present?.value === 'number' ? present : (before ?? NO_CONTENT)).format,
      difference,
      olderNames,
      newerNames,
      label,
      symbol,
      field,
      weight: weightOf(match, label),
      // A cell that asks for something else is listed, even if both values happen to be equal; not if both are blank.
      isChange:
        !isSameValue(older, newer) ||
        (isFirst && older !== '' && (difference === 'symbol' || difference === 'formula')),
    };
  });
}

interface ShowReport {
  readonly shownCount: number;
  /**
   * Formulas that are not in it, could not be frozen, whose cells were deleted, or that ask for another symbol now: a
   * value would stand beside the wrong name. Their cells stay unchanged, with their formulas.
   */
  readonly leftOutCount: number;
}

/** Freezes the MD formulas that the snapshot has with its values. {@link leaveSnapshot} undoes this. */
export async function showSnapshot(
  session: Session,
  id: string,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
): Promise<ShowReport> {
  const snapshot = await session.part(KeptSnapshots).readSnapshot(id);
  const other = (await snapshots(session)).find((one) => one.isShown && one.id !== id);
  if (other) throw new Error(`“${other.name}” is in the cells: hide it first`);
  const inPlace = new Set((await session.host.workbook.formulas()).map(({ cell }) => a1WithSheet(cell)));
  const matches = (await matchCells(session, snapshot)).filter(
    ({ kept, now, isMarked }) => !isMarked && (kept ?? inPlace.has(a1WithSheet(now!.cell))),
  );
  const keptByAddress = new Map(matches.map((match) => [match.now && a1WithSheet(match.now.cell), showable(match)]));
  const shown = { id, source: snapshot.source, keptOf: (cell: Block) => keptByAddress.get(a1WithSheet(cell)) };
  const { frozenCount } = await freeze(session, 'workbook', onProgress, signal, shown);
  return { shownCount: frozenCount, leftOutCount: matches.length - frozenCount };
}

const NO_CONTENT = { value: '', format: 'General' };

const contentAt = (
  { values, formats }: KeptCell,
  [down, across]: readonly [down: number, across: number],
): { readonly value: CellValue; readonly format: string } => ({
  value: values[down]?.[across] ?? NO_CONTENT.value,
  format: formats[down]?.[across] ?? NO_CONTENT.format,
});
