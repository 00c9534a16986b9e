import { CellError } from '../../core/errors';
import type { Session } from '../session';
import { errorIn, isWaiting, type MdCell, scanCells } from './cells';
import { blocksIn } from './formulas';
import type { FormulaInCell, OnProgress } from '../host';
import { readBlocks } from './block-contents';
import { a1WithSheet, type Block, overlaps, cellsIn, columnsIn, isSingleCell, runsOf } from '../../core/sheet';

/**
 * Why a value is unreliable: an error, one that its formula hides, a last value with a mark, an old answer, or a value
 * from before the add-in started.
 */
type Trouble = 'error' | 'hidden-error' | 'last-value' | 'stale' | 'from-before';

/** Cells with one kind of trouble, and every cell whose formula depends on them. */
export interface TracedCell {
  readonly trouble: Trouble;
  /** The cells that show or hide an error, as blocks; otherwise the cells with the formulas. */
  readonly causes: readonly Block[];
  /** The number of cells with an error, otherwise of formulas. */
  readonly causeCount: number;
  /** Blocks without common cells; blocks on one sheet are adjacent in the list. */
  readonly dependents: readonly Block[];
  readonly dependentCount: number;
}

/**
 * Finds the cells that depend on errors, last values and old answers.
 * @param staleMsOf the number of ms after which an answer of these functions ("QUOTE") is old
 */
export async function trace(
  session: Session,
  staleMsOf: (functions: readonly string[]) => number,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
): Promise<readonly TracedCell[]> {
  const cells = (await scanCells(session)).filter(({ error }) => !isWaiting(error));
  const { faulty, hiding } = await faultyCells(session, cells);
  const now = session.now();
  const isStale = ({ readAt, functions }: MdCell): boolean =>
    readAt !== undefined && now - readAt > staleMsOf(functions);
  const answeredBy = (trouble: Trouble) =>
    causedByAnswers(cells.filter((cell) => troubleOf(cell, isStale) === trouble));
  const all: readonly ({ readonly trouble: Trouble } & ReturnType<typeof causedBy>)[] = [
    { trouble: 'error', ...causedBy(faulty) },
    { trouble: 'hidden-error', ...causedBy(hiding) },
    { trouble: 'last-value', ...answeredBy('last-value') },
    { trouble: 'stale', ...answeredBy('stale') },
    { trouble: 'from-before', ...answeredBy('from-before') },
  ];
  const groups = all.filter(({ causeCount }) => causeCount > 0);
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

/**
 * The cells that show an error, and the cells whose formula replaces an error with another value. In a list with one
 * unknown symbol, only that symbol's cells count.
 */
async function faultyCells(
  { host: { workbook } }: Session,
  cells: readonly MdCell[],
): Promise<{ readonly faulty: readonly Block[]; readonly hiding: readonly Block[] }> {
  const spilling = cells.filter(({ spill }) => !isSingleCell(spill));
  const contents = await readBlocks(workbook, spilling, ({ spill }) => spill);
  const [faulty, hiding]: [Block[], Block[]] = [[], []];
  for (const one of cells) {
    const shown = contents.get(one);
    if (one.hiddenError !== undefined) hiding.push(...(shown ? cellsIn(one.spill).flat() : [one.cell]));
    else if (!shown) faulty.push(...(one.error === undefined ? [] : [one.cell]));
    else
      for (const [down, line] of cellsIn(one.spill).entries())
        for (const [across, cell] of line.entries()) {
          if (errorIn(shown[down]?.[across]?.value) !== undefined) faulty.push(cell);
          else if (one.rows?.[down]?.[across] instanceof CellError) hiding.push(cell);
        }
  }
  return { faulty, hiding };
}

/** The problem with a formula's values, if they are no errors. */
function troubleOf(cell: MdCell, isStale: (cell: MdCell) => boolean): Trouble | undefined {
  if (cell.error !== undefined) return undefined;
  // A value whose lookup failed is a last value, unless other values of the result failed.
  if (cell.lastError !== undefined && cell.rows === undefined) return 'last-value';
  if (cell.oldness === 'from-before') return cell.oldness;
  return cell.oldness === 'not-shown' || isStale(cell) ? 'stale' : undefined;
}

async function dependentsOf(
  { host: { workbook } }: Session,
  blocks: readonly Block[],
): Promise<Pick<TracedCell, 'dependents' | 'dependentCount'>> {
  const dependents = await workbook.dependents(blocks);
  const cells = new Map(dependents.flatMap((block) => cellsIn(block).flat()).map((cell) => [a1WithSheet(cell), cell]));
  return { dependents: runsOf([...cells.values()]), dependentCount: cells.size };
}

/**
 * The cells among these formulas that depend on one of the blocks, directly or through each other; for hosts whose
 * engine cannot tell.
 */
export function dependentsAmong(formulas: readonly FormulaInCell[], blocks: readonly Block[]): Block[] {
  let rest = formulas
    .map(({ cell, formula }) => ({
      cell,
      references: blocksIn(formula, cell.sheet),
    }))
    .filter(({ references }) => references.length > 0);
  const dependents: Block[] = [];
  for (let level = blocks; level.length > 0;) {
    const isNext = ({ references }: { readonly references: readonly Block[] }): boolean =>
      references.some((reference) => level.some((block) => overlaps(block, reference)));
    const next = rest.filter(isNext).map(({ cell }) => cell);
    const reached = new Set(next.map(a1WithSheet));
    rest = rest.filter(({ cell }) => !reached.has(a1WithSheet(cell)));
    dependents.push(...next);
    level = next;
  }
  return dependents;
}
