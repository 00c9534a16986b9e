import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import type { CellValue } from '../host';
import { readBlocks, isSameValue } from './block-contents';
import { type KeptCell, KeptSnapshots, type PlacedSnapshot } from './snapshot-store';
import { snapshots } from './snapshot';
import { labelOf, Labels } from './snapshot-labels';
import { pairRanges, type RangePair, rangesNow } from './snapshot-ranges';
import {
  type CellSubject,
  type Difference,
  type Match,
  matchCells,
  type PairedLines,
  pairLines,
  type PresentFormula,
  sizeOf,
  subjectsOf,
} from './snapshot-match';
import { type Block, cellOf, overlaps } from '../../core/sheet';

/** A cell whose older and newer values differ, or that does not ask for the same any more. */
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
  /** The cell's number format. */
  readonly format: string;
  /** Why the two values cannot be compared; undefined if they can. */
  readonly difference: Difference | undefined;
  /** The symbols that the values are of, if they differ. */
  readonly olderNames: readonly string[];
  readonly newerNames: readonly string[];
  /** Its name, or what stands beside it and above it; empty if not known. */
  readonly label: string;
  /** Empty for a cell without an MD formula. */
  readonly symbol: string;
  readonly field: string;
  readonly weight: Weight;
}

/** A total, another marked result, or any other cell with an MD formula: people look for them in this order. */
type Weight = 'total' | 'marked' | 'other';

/** One of the two things that are compared. */
export interface ComparedSide {
  /** The snapshot's name; undefined for what the formulas give now. */
  readonly name: string | undefined;
  /** In ms since 1970. */
  readonly at: number;
}

export interface SnapshotComparison {
  readonly older: ComparedSide;
  readonly newer: ComparedSide;
  /** Totals and other marked results, then the cells in the snapshot's order, then what is new. */
  readonly changes: readonly Change[];
  /** Cells that show the same in both. */
  readonly sameCount: number;
  /** Those that have changed and those that have not. */
  readonly all: readonly Change[];
}

type FormattedRows = readonly (readonly { readonly value: CellValue; readonly format: string }[])[];

/**
 * What has changed between a snapshot and what the cells show now, or another snapshot, always from the older to the
 * newer. If the cells show another snapshot, that one is compared, with its time. Frozen cells count with the values
 * they show.
 *
 * @param otherId another snapshot to compare with, instead of the cells
 */
export async function compareSnapshot(
  session: Session,
  id: string,
  functions: readonly FunctionTraits[],
  otherId?: string,
): Promise<SnapshotComparison> {
  const { workbook } = session.host;
  const shownId = otherId ?? (await snapshots(session)).find(({ isShown }) => isShown)?.id;
  const kept = session.part(KeptSnapshots);
  const [snapshot, other] = await Promise.all([
    kept.readSnapshot(id),
    shownId === undefined ? undefined : kept.readSnapshot(shownId),
  ]);
  const { matches, added } = await matchCells(session, snapshot, functions, other);
  const present = [...matches.map(({ now }) => now).filter(isPresent), ...added];
  const read = await readBlocks(
    workbook,
    present.filter(({ kept }) => kept === undefined),
    ({ spill }) => spill,
  );
  const contentsOf = (cell: PresentFormula | undefined): FormattedRows | undefined =>
    cell && (cell.kept ? rowsOf(cell.kept) : read.get(cell));
  const isOlder = other === undefined || snapshot.at <= other.at;
  const labels = other
    ? undefined
    : await Labels.read(
        workbook,
        added.map(({ spill }) => spill),
      );
  const pairs = [
    ...matches.flatMap((match) => pairsOf(match, contentsOf(match.now), functions)),
    ...added.flatMap((cell) => newPairsOf(cell, contentsOf(cell)!, labels, functions)),
    ...(await rangePairs(session, snapshot, other, present)).map(resultPairOf),
  ].sort(byWeight);
  const all = pairs.map((pair) => ({ change: changeOf(pair, isOlder), isChange: isChange(pair) }));
  const changes = all.filter((one) => one.isChange).map(({ change }) => change);
  const then: ComparedSide = { name: snapshot.name, at: snapshot.at };
  const cells: ComparedSide = { name: other?.name, at: other?.at ?? session.now() };
  return {
    older: isOlder ? then : cells,
    newer: isOlder ? cells : then,
    changes,
    sameCount: pairs.length - changes.length,
    all: all.map(({ change }) => change),
  };
}

const isPresent = <T>(value: T | undefined): value is T => value !== undefined;

/** The results in the marked ranges, with what they are now or in the other snapshot. */
async function rangePairs(
  { host: { workbook } }: Session,
  { ranges = [], rangeBlocks }: PlacedSnapshot,
  other: PlacedSnapshot | undefined,
  present: readonly PresentFormula[],
): Promise<readonly RangePair[]> {
  const now = other
    ? // A mark that both kept is on the same cells now.
      ranges.map((range, index) => {
        const block = rangeBlocks[index] ?? range;
        return other.ranges?.find((one, at) => overlaps(other.rangeBlocks[at] ?? one, block));
      })
    : await rangesNow(
        workbook,
        rangeBlocks,
        present.map(({ spill }) => spill),
      );
  return pairRanges(ranges, now);
}

const resultPairOf = ({ cell, kept, now }: RangePair): PairedCell => ({
  block: cell,
  kept: kept?.value,
  now: now?.value,
  format: now?.format ?? kept?.format ?? BLANK.format,
  difference: undefined,
  keptNames: [],
  nowNames: [],
  isFirst: false,
  label: kept?.label ?? now?.label ?? '',
  symbol: '',
  field: '',
  weight: weightOf((now ?? kept)?.formula ?? '', (kept ?? now)?.label ?? '', 'marked'),
});

/** A sum, rounded or checked. A share of one is none: =B2/SUM(B2:B9). */
const TOTAL =
  /^=[+-]?(?:(?:ROUND|ROUNDUP|ROUNDDOWN|MROUND|IFERROR|IFNA|N|ABS)\()*(?:SUM|SUMPRODUCT|SUBTOTAL|AGGREGATE|SUMIFS?|DSUM)\(/i;
/** Beside the cell. As a heading above it, "Total" stands over the line of each position. */
const CALLED_TOTAL = /^(?:\S+ )?(?:sub|grand ?|net ?)?(?:total|summe|gesamt|somme|suma|合計|合计|总计|總計)/i;

const weightOf = (formula: string, label: string, otherwise: Weight): Weight =>
  TOTAL.test(formula) || CALLED_TOTAL.test(label) ? 'total' : otherwise;

const WEIGHTS: readonly Weight[] = ['total', 'marked', 'other'];

/** For sorting. */
export const byWeight = (one: Pick<Change, 'weight'>, other: Pick<Change, 'weight'>): number =>
  WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight);

const rowsOf = ({ values, formats }: Pick<KeptCell, 'values' | 'formats'>): FormattedRows =>
  values.map((row, down) => row.map((value, across) => ({ value, format: formats[down]?.[across] ?? 'General' })));

/** One cell in the snapshot and now. */
interface PairedCell extends Pick<Change, 'block' | 'format' | 'difference' | 'label' | 'symbol' | 'field' | 'weight'> {
  readonly kept: CellValue | undefined;
  readonly now: CellValue | undefined;
  readonly keptNames: readonly string[];
  readonly nowNames: readonly string[];
  /** The first cell of a result, or of a symbol's line in it. */
  readonly isFirst: boolean;
}

type Sides = Pick<PairedCell, 'difference' | 'keptNames' | 'nowNames' | 'isFirst'>;
/** What a cell of a result is about, by its place in it. */
type Facts = (down: number, across: number) => Pick<PairedCell, 'label' | 'weight'> & CellSubject;

const factsOf = (kept: KeptCell, functions: readonly FunctionTraits[]): Facts => {
  const subjectOf = subjectsOf(kept, functions);
  return (down, across) => ({
    ...subjectOf(down, across),
    weight: weightOf(kept.formula, '', 'other'),
    label: kept.labels ? labelOf(kept.labels, down, across) : '',
  });
};

/** Each cell of a formula that the snapshot does not have. */
function newPairsOf(
  { spill, kept, formula, inputs, asked }: PresentFormula,
  contents: FormattedRows,
  labels: Labels | undefined,
  functions: readonly FunctionTraits[],
): PairedCell[] {
  const facts = factsOf(
    {
      readAt: null,
      ...(labels && { labels: labels.of(spill) }),
      ...kept,
      formula,
      inputs,
      values: contents.map((row) => row.map(({ value }) => value)),
      formats: [],
    },
    functions,
  );
  return contents.flatMap((row, down) =>
    row.map(({ value, format }, across): PairedCell => ({
      block: cellOf(spill.sheet, spill.row + down, spill.column + across),
      kept: undefined,
      now: value,
      format,
      difference: undefined,
      keptNames: [],
      nowNames: asked.names,
      isFirst: down + across === 0,
      ...facts(down, across),
    })),
  );
}

/** Each cell of a formula's result with its counterpart. */
function pairsOf(
  match: Match,
  contents: FormattedRows | undefined,
  functions: readonly FunctionTraits[],
): PairedCell[] {
  const { kept, keptAsked, now, before, difference } = match;
  const facts = factsOf(kept, functions);
  const then = rowsOf(kept);
  const first = contents ? now!.cell : before;
  const at: At = (down, across) => cellOf(first.sheet, first.row + down, first.column + across);
  const paired = contents && difference === 'symbol' ? pairLines(match, sizeOf(contents)) : undefined;
  if (paired) return pairsByLine(paired, then, contents!, at, facts);
  const sides = {
    difference: contents && difference,
    keptNames: keptAsked.names,
    nowNames: (contents && now?.asked.names) ?? [],
  };
  const [own, other] = [sizeOf(then), sizeOf(contents ?? [])];
  const columns = Math.max(own.columns, other.columns);
  return Array.from({ length: Math.max(own.rows, other.rows) * columns }, (_, index) => {
    const [down, across] = [Math.floor(index / columns), index % columns];
    const cell = contents && (contents[down]?.[across] ?? BLANK);
    return pairOf(at(down, across), then[down]?.[across], cell, {
      ...facts(down, across),
      ...sides,
      isFirst: index === 0,
    });
  });
}

/** The cell at a place within a result. */
type At = (down: number, across: number) => Block;

const BLANK = { value: '', format: 'General' };

const pairOf = (
  block: Block,
  kept: FormattedRows[number][number] | undefined,
  now: FormattedRows[number][number] | undefined,
  sides: Sides & Pick<PairedCell, 'label' | 'symbol' | 'field' | 'weight'>,
): PairedCell => ({
  ...sides,
  block,
  kept: (kept ?? BLANK).value,
  now: now?.value,
  format: now?.format ?? kept?.format ?? BLANK.format,
});

/** Each line is compared with that of the same symbol; the place counts only for a symbol that is not there any more. */
function pairsByLine(
  { along, kept, now, nowOf }: PairedLines,
  then: FormattedRows,
  contents: FormattedRows,
  at: At,
  facts: Facts,
): PairedCell[] {
  const free = new Set(now.keys());
  for (const line of nowOf) if (line !== undefined) free.delete(line);
  const [own, other] = [sizeOf(then), sizeOf(contents)];
  const length = along === 'rows' ? Math.max(own.columns, other.columns) : Math.max(own.rows, other.rows);
  return kept.flatMap((name, line) => {
    const same = nowOf[line];
    const place = same ?? (free.has(line) ? line : undefined);
    const nowName = place === undefined ? undefined : now[place];
    const sides = {
      difference: place === same ? undefined : ('symbol' as const),
      keptNames: name === undefined ? [] : [name],
      nowNames: nowName === undefined ? [] : [nowName],
    };
    return Array.from({ length }, (_, index) => {
      const on = (one: number): [number, number] => (along === 'rows' ? [one, index] : [index, one]);
      const [down, across] = on(line);
      const [nowDown, nowAcross] = on(place ?? line);
      const cell = place === undefined ? undefined : (contents[nowDown]?.[nowAcross] ?? BLANK);
      return pairOf(at(nowDown, nowAcross), then[down]?.[across], cell, {
        ...facts(down, across),
        ...sides,
        isFirst: index === 0,
      });
    });
  });
}

/** What asks for something else is listed, even if both happen to show the same. */
const isChange = ({ kept, now, difference, isFirst }: PairedCell): boolean =>
  !isSameValue(kept, now) || (isFirst && (difference === 'symbol' || difference === 'formula'));

function changeOf(
  { kept, now, keptNames, nowNames, isFirst: _isFirst, ...about }: PairedCell,
  isKeptOlder: boolean,
): Change {
  const [older, newer] = isKeptOlder ? [kept, now] : [now, kept];
  const [olderNames, newerNames] = isKeptOlder ? [keptNames, nowNames] : [nowNames, keptNames];
  const isComparable = about.difference === undefined && typeof older === 'number' && typeof newer === 'number';
  const change = isComparable && older !== 0 ? (newer - older) / Math.abs(older) : undefined;
  return { ...about, older, newer, olderNames, newerNames, change };
}
