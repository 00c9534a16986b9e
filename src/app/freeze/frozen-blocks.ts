import { a1WithSheet, type Block } from '../../core/sheet/a1';
import { moveReferences } from '../formulas/move-references';
import { digestOf, readBlocks, type Rows } from '../block-contents';
import { blockOfEntry, type FrozenEntry, readEntries, trackedReferences } from './frozen-entries';
import { FROZEN_NAME_PREFIX } from './tracked-blocks';
import type { PriceTime } from '../refresh/cells';
import type { Session } from '../session';
import type { Tracked, Workbook } from '../workbook';

/** A formula that was replaced by its result. */
export interface FrozenBlock {
  readonly id: string;
  /** Where its cells are now; undefined if they were deleted. */
  readonly block: Block | undefined;
  readonly formula: string;
  /** Freeze time, in ms since 1970. */
  readonly at: number;
  /** The source of the values, such as "https://api.example.com"; empty if it was not set. */
  readonly source: string;
  /** Undefined if it shows no price, or its time was not known. */
  readonly priceTime: PriceTime | undefined;
  /** Whether the cells no longer contain what was frozen. */
  readonly isEdited: boolean;
}

/** A frozen block with its stored entry and the current contents of its cells. */
export interface FoundBlock extends FrozenBlock {
  readonly entry: FrozenEntry;
  readonly contents: Rows;
}

/** Everything frozen in the workbook, oldest first; what two people froze at the same moment once. */
export async function frozenBlocks(session: Session): Promise<readonly FrozenBlock[]> {
  const toFoundBlock = await findFrozen(session.host.workbook);
  const different = new Map<string, FoundBlock>();
  for (const one of toFoundBlock) if (!different.has(formulaKey(one))) different.set(formulaKey(one), one);
  return [...different.values()].map(({ id, block, formula, at, source, priceTime, isEdited }) => ({
    id,
    block,
    formula,
    at,
    source,
    priceTime,
    isEdited,
  }));
}

/** Equal for entries that keep the same formula for the same cells. */
export const formulaKey = ({ id, block, formula }: FrozenBlock): string =>
  block ? `${a1WithSheet(block)} ${formula}` : id;

/** Skips entries whose cell has its formula: freezing or thawing was interrupted there. */
export async function findFrozen(workbook: Workbook): Promise<readonly FoundBlock[]> {
  const [entries, tracked] = await Promise.all([readEntries(workbook), workbook.tracked(FROZEN_NAME_PREFIX)]);
  const located = entries.map((entry) => ({ entry, block: blockOfEntry(entry, tracked) }));
  const contents = await readBlocks(
    workbook,
    located.filter((one) => one.block !== undefined),
    ({ block }) => block!,
  );
  return located
    .map((one) => foundBlock(one.entry, one.block, contents.get(one) ?? [], tracked))
    .filter(({ contents: [firstRow], formula }) => firstRow?.[0]?.formula !== formula);
}

function foundBlock(entry: FrozenEntry, block: Block | undefined, contents: Rows, tracked: Tracked): FoundBlock {
  const { id, at, source, priceTime } = entry;
  const formula = block ? moveReferences(entry.formula, trackedReferences(entry, tracked), block.sheet) : entry.formula;
  return { id, block, formula, at, source, priceTime, isEdited: digestOf(contents) !== entry.digest, entry, contents };
}

/** Freezing and thawing change the same part of the workbook, so they run one after the other. */
class FreezeQueue {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: Session) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    const { workbook } = this.session.host;
    const step = (): Promise<T> => workbook.asOneStep?.(work) ?? work();
    const turn = this.#last.then(step, step);
    this.#last = turn;
    return turn;
  }
}

export const inTurn = <T>(session: Session, work: () => Promise<T>): Promise<T> => session.part(FreezeQueue).run(work);
