import { a1WithSheet, type Block } from '../../core/sheet/a1';
import { cellsIn, columnsIn } from '../../core/sheet/block-cells';
import { runsOf } from '../../core/sheet/runs';
import { isWaiting, type MdCell, scanCells } from '../refresh/cells';
import { readBlocks } from '../block-contents';
import type { OnProgress } from '../progress';
import type { Session } from '../session';
import type { CellValue } from '../workbook';

/** Why a value is unreliable: an error, a last value with a mark, or an old answer. */
type Trouble = 'error' | 'last-value' | 'stale';

const TROUBLES: readonly Trouble[] = ['error', 'last-value', 'stale'];

/** Cells with one kind of trouble, and every cell whose formula depends on them. */
export interface TracedCell {
  readonly trouble: Trouble;
  /** The cells that show an error, as blocks; otherwise the cells with the formulas. */
  readonly causes: readonly Block[];
  /** The number of cells with an error, otherwise of formulas. */
  readonly causeCount: number;
  /** Blocks without common cells; blocks on one sheet are adjacent in the list. */
  readonly dependents: readonly Block[];
  /** The number of dependent cells. */
  readonly dependentCount: number;
}

/**
 * Finds what depends on errors, last values and old answers.
 *
 * @param staleMsOf after how many ms an answer of these functions ("QUOTE") is old
 */
export async function trace(
  session: Session,
  staleMsOf: (functions: readonly string[]) => number,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<readonly TracedCell[]> {
  const cells = (await scanCells(session)).filter(({ error }) => !isWaiting(error));
  const faulty = await faultyCells(session, cells);
  const groups = TROUBLES.map((trouble) =>
    trouble === 'error'
      ? { trouble, ...causedBy(faulty) }
      : { trouble, ...causedByAnswers(cells.filter((cell) => troubleOf(cell, staleMsOf) === trouble)) },
  ).filter(({ causeCount }) => causeCount > 0);
  const traced: TracedCell[] = [];
  for (const [index, { trouble, causes, causeCount, values }] of groups.entries()) {
    if (signal.aborted) break;
    onProgress(index, groups.length);
    traced.push({ trouble, causes, causeCount, ...(await dependentsOf(session, values)) });
  }
  return traced;
}

const causedBy = (cells: readonly Block[]) => {
  const blocks = runsOf(cells);
  return { causes: blocks, causeCount: cells.length, values: blocks };
};

const causedByAnswers = (cells: readonly MdCell[]) => ({
  causes: cells.map(({ cell }) => cell),
  causeCount: cells.length,
  values: runsOf(cells.flatMap(({ spill }) => columnsIn(spill))),
});

/** The cells that show an error: of a list with one unknown symbol only the cells of that symbol. */
async function faultyCells({ host: { workbook } }: Session, cells: readonly MdCell[]): Promise<readonly Block[]> {
  const isSpilling = ({ spill }: MdCell): boolean => spill.rows * spill.columns > 1;
  const contents = await readBlocks(workbook, cells.filter(isSpilling), ({ spill }) => spill);
  return cells.flatMap((one) => {
    const rows = contents.get(one);
    if (!rows) return one.error === undefined ? [] : [one.cell];
    return cellsIn(one.spill).flatMap((line, down) => line.filter((_, across) => isError(rows[down]?.[across]?.value)));
  });
}

const isError = (value: CellValue | undefined): boolean =>
  typeof value === 'string' && /^#(?:N\/A|[A-Z_/0]+[!?])$/.test(value);

/** What is wrong with a formula's values, if they are no errors. */
function troubleOf(cell: MdCell, staleMsOf: (functions: readonly string[]) => number): Trouble | undefined {
  if (cell.error !== undefined) return undefined;
  // A cell that shows a value although its lookup failed shows its last value.
  if (cell.lastError !== undefined) return 'last-value';
  return cell.ageMs !== undefined && cell.ageMs > staleMsOf(cell.functions) ? 'stale' : undefined;
}

async function dependentsOf(
  { host: { workbook } }: Session,
  blocks: readonly Block[],
): Promise<Pick<TracedCell, 'dependents' | 'dependentCount'>> {
  const dependents = await workbook.dependents(blocks);
  const cells = new Map(dependents.flatMap((block) => cellsIn(block).flat()).map((cell) => [a1WithSheet(cell), cell]));
  return { dependents: runsOf([...cells.values()]), dependentCount: cells.size };
}
