import type { Session } from '../session';
import type { CellValue } from '../host';
import { subjectsOf } from './asked';
import { isSameValue } from './block-contents';
import { contentAt, KeptSnapshots, NO_CONTENT } from './snapshot-store';
import { snapshots } from './snapshot';
import { labelOf, Labels } from './snapshot-labels';
import { type Difference, type Match, matchCells, placesIn, spillOf } from './snapshot-match';
import { type Block, cellOf } from '../../core/sheet';

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
  /** Totals and other marked results, then the cells in the snapshot's order, then new cells. */
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
  const labels = await Labels.read(session.host.workbook, other ? [] : added);
  const isOlder = other === undefined || snapshot.at <= other.at;
  const all = matches.flatMap((match) => changesIn(match, isOlder, labels)).sort(byWeight);
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

/** For sorting. Cells without a number come last. */
export const byWeight = (one: { readonly weight?: Weight }, other: { readonly weight?: Weight }): number =>
  WEIGHTS.indexOf(one.weight ?? 'other') - WEIGHTS.indexOf(other.weight ?? 'other');

/**
 * Each cell of a kept result with its counterpart.
 *
 * @param labelsNow beside formulas that the snapshot does not have
 */
function changesIn(match: Match, isKeptOlder: boolean, labelsNow: Labels): (Change & { readonly isChange: boolean })[] {
  const { kept, now } = match;
  const one = (kept ?? now)!;
  const subjectOf = subjectsOf(one, one.asked);
  const labels = kept ? kept.labels : (one.labels ?? labelsNow.of(spillOf(one)));
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
      format: (present ?? before ?? NO_CONTENT).format,
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
