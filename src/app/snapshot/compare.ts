import { type Block, cellOf } from '../../core/sheet/a1';
import { readBlocks } from '../block-contents';
import type { Session } from '../session';
import type { CellContent, CellValue } from '../workbook';
import { type Match, matchCells } from './match-cells';
import { readSnapshot } from './snapshot-part';

/** A cell that shows something else than in the snapshot. */
export interface Change {
  /** Where the cell is now; its old position if it was deleted. */
  readonly block: Block;
  readonly then: CellValue;
  /** Undefined if the cell was deleted or has another formula. */
  readonly now: CellValue | undefined;
  /** (now − then) ÷ |then|, 0.01 for one percent; undefined unless both are numbers and then is not 0. */
  readonly change: number | undefined;
  /** The cell's number format. */
  readonly format: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** Cells that show the same as in the snapshot. */
  readonly sameCount: number;
}

/**
 * What has changed in the cells since a snapshot, in the workbook's order. Frozen cells count with the values they show,
 * so that a snapshot in the cells can be compared with another one.
 */
export async function compareSnapshot(session: Session, id: string): Promise<Comparison> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) throw new Error('This snapshot is not in the workbook any more: take another one');
  const matches = await matchCells(session, snapshot);
  const present = matches.map(({ now }) => now).filter((now) => now !== undefined);
  const contents = await readBlocks(workbook, present, ({ spill }) => spill);
  const compared = matches.flatMap((match) => compareOne(match, match.now && contents.get(match.now)));
  const changes = compared.filter((one) => one !== undefined);
  return { changes, sameCount: compared.length - changes.length };
}

/** One change per cell of a result; undefined for a cell that shows the same. */
function compareOne(
  { kept, before, now }: Match,
  contents: readonly (readonly CellContent[])[] | undefined,
): (Change | undefined)[] {
  const first = now?.cell ?? before;
  const rows = Math.max(kept.values.length, contents?.length ?? 0);
  const columns = Math.max(kept.values[0]?.length ?? 0, contents?.[0]?.length ?? 0);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [down, across] = [Math.floor(index / columns), index % columns];
    const then = kept.values[down]?.[across] ?? '';
    const cell = contents?.[down]?.[across];
    const value = contents === undefined ? undefined : (cell?.value ?? '');
    if (value === then) return undefined;
    return {
      block: cellOf(first.sheet, first.row + down, first.column + across),
      then,
      now: value,
      change: changeOf(then, value),
      format: cell?.format ?? kept.formats[down]?.[across] ?? 'General',
    };
  });
}

const changeOf = (then: CellValue, now: CellValue | undefined): number | undefined =>
  typeof then === 'number' && typeof now === 'number' && then !== 0 ? (now - then) / Math.abs(then) : undefined;
