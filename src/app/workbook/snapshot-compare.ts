import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import type { CellValue } from '../host';
import { readBlocks } from './block-contents';
import { type KeptCell, type KeptSnapshot, readSnapshot } from './snapshot-store';
import { snapshots } from './snapshot';
import {
  type Difference,
  type Match,
  matchCells,
  type PairedLines,
  pairLines,
  showable,
  sizeOf,
} from './snapshot-match';
import { a1WithSheet, type Block, cellOf } from '../../core/sheet';

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
}

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
  readonly changes: readonly Change[];
  /** Cells that show the same in both. */
  readonly sameCount: number;
}

type FormattedRows = readonly (readonly { readonly value: CellValue; readonly format: string }[])[];

/**
 * What has changed between a snapshot and what the cells show now, always from the older to the newer, in the
 * snapshot's order. If the cells show another snapshot, that one is compared, with its time. Frozen cells count with
 * the values they show.
 */
export async function compareSnapshot(
  session: Session,
  id: string,
  functions: readonly FunctionTraits[],
): Promise<SnapshotComparison> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) throw new Error('This snapshot is not in the workbook any more: take another one');
  const shownId = (await snapshots(session)).find(({ isShown }) => isShown)?.id;
  const shown = shownId === undefined ? undefined : await readSnapshot(workbook, shownId);
  const matches = await matchCells(session, snapshot, functions);
  const contents = shown
    ? await shownContents(session, shown, functions)
    : await readBlocks(workbook, matches.map(({ now }) => now).filter(isPresent), ({ spill }) => spill).then(
        (read) => new Map([...read].map(([cell, rows]): [string, FormattedRows] => [a1WithSheet(cell.cell), rows])),
      );
  const cells: ComparedSide = { name: shown?.name, at: shown?.at ?? session.now() };
  const isOlder = shown === undefined || snapshot.at <= shown.at;
  const pairs = matches.flatMap((match) => pairsOf(match, match.now && contents.get(a1WithSheet(match.now.cell))));
  const changes = pairs.filter(isChange).map((pair) => changeOf(pair, isOlder));
  const kept: ComparedSide = { name: snapshot.name, at: snapshot.at };
  return {
    older: isOlder ? kept : cells,
    newer: isOlder ? cells : kept,
    changes,
    sameCount: pairs.length - changes.length,
  };
}

const isPresent = <T>(value: T | undefined): value is T => value !== undefined;

/** What a snapshot that is in the cells shows there, by the address of each formula. */
async function shownContents(
  session: Session,
  shown: KeptSnapshot,
  functions: readonly FunctionTraits[],
): Promise<Map<string, FormattedRows>> {
  const matches = await matchCells(session, shown, functions);
  return new Map(
    matches.flatMap((match): [string, FormattedRows][] => {
      const values = showable(match);
      return values ? [[a1WithSheet(match.now!.cell), rowsOf(values)]] : [];
    }),
  );
}

const rowsOf = ({ values, formats }: Pick<KeptCell, 'values' | 'formats'>): FormattedRows =>
  values.map((row, down) => row.map((value, across) => ({ value, format: formats[down]?.[across] ?? 'General' })));

/** One cell in the snapshot and now. */
interface PairedCell {
  readonly block: Block;
  readonly kept: CellValue | undefined;
  readonly now: CellValue | undefined;
  readonly format: string;
  readonly difference: Difference | undefined;
  readonly keptNames: readonly string[];
  readonly nowNames: readonly string[];
  /** The first cell of a result, or of a symbol's line in it. */
  readonly isFirst: boolean;
}

type Sides = Pick<PairedCell, 'difference' | 'keptNames' | 'nowNames' | 'isFirst'>;

/** Each cell of a formula's result with its counterpart. */
function pairsOf(match: Match, contents: FormattedRows | undefined): PairedCell[] {
  const { kept, keptAsked, nowAsked, now, before, difference } = match;
  const then = rowsOf(kept);
  const first = contents ? now!.cell : before;
  const at: At = (down, across) => cellOf(first.sheet, first.row + down, first.column + across);
  const paired = contents && difference === 'symbol' ? pairLines(match, sizeOf(contents)) : undefined;
  if (paired) return pairsByLine(paired, then, contents!, at);
  const sides = {
    difference: contents && difference,
    keptNames: keptAsked.names,
    nowNames: (contents && nowAsked?.names) ?? [],
  };
  const [own, other] = [sizeOf(then), sizeOf(contents ?? [])];
  const columns = Math.max(own.columns, other.columns);
  return Array.from({ length: Math.max(own.rows, other.rows) * columns }, (_, index) => {
    const [down, across] = [Math.floor(index / columns), index % columns];
    const cell = contents && (contents[down]?.[across] ?? BLANK);
    return pairOf(at(down, across), then[down]?.[across], cell, { ...sides, isFirst: index === 0 });
  });
}

/** The cell at a place within a result. */
type At = (down: number, across: number) => Block;

const BLANK = { value: '', format: 'General' };

const pairOf = (
  block: Block,
  kept: FormattedRows[number][number] | undefined,
  now: FormattedRows[number][number] | undefined,
  sides: Sides,
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
      return pairOf(at(nowDown, nowAcross), then[down]?.[across], cell, { ...sides, isFirst: index === 0 });
    });
  });
}

/** What asks for something else is listed, even if both happen to show the same. */
const isChange = ({ kept, now, difference, isFirst }: PairedCell): boolean =>
  kept !== now || (isFirst && (difference === 'symbol' || difference === 'formula'));

function changeOf({ block, format, difference, ...pair }: PairedCell, isKeptOlder: boolean): Change {
  const [older, newer] = isKeptOlder ? [pair.kept, pair.now] : [pair.now, pair.kept];
  const [olderNames, newerNames] = isKeptOlder ? [pair.keptNames, pair.nowNames] : [pair.nowNames, pair.keptNames];
  return {
    block,
    older,
    newer,
    change:
      difference === undefined && typeof older === 'number' && typeof newer === 'number' && older !== 0
        ? (newer - older) / Math.abs(older)
        : undefined,
    format,
    difference,
    olderNames,
    newerNames,
  };
}
