import type { Session } from '../session';
import type { PriceTime } from './cells';
import { moveReferences } from './formulas';
import type { Tracked } from '../host';
import { digestOf, readBlocks, type Rows } from './block-contents';
import { blockOfEntry, FrozenEntries, type FrozenEntry, trackedReferences } from './frozen-store';
import { a1WithSheet, type Block } from '../../core/sheet';
import { MS_PER_DAY } from '../../core/calendar/dates';

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
  /** Whether the cells no longer contain what was frozen or, once it was thawed, what thawing replaced. */
  readonly isEdited: boolean;
  /**
   * When it was thawed, in ms since 1970, although its cell has no formula now: Undo has brought its values back, or
   * somebody has entered others. Undefined if it was never thawed.
   */
  readonly thawedAt: number | undefined;
}

/** A frozen block with its stored entry and the current contents of its cells. */
export interface FoundBlock extends FrozenBlock {
  readonly entry: FrozenEntry;
  readonly contents: Rows;
  /** Whether there is nothing to thaw: a formula is in its cell, or it was reported when its cells were deleted. */
  readonly isBack: boolean;
}

/** A thawed formula is kept for so long, in case Undo takes it out of its cell. */
const KEPT_AFTER_THAWING_MS = 30 * MS_PER_DAY;

/** Whether it was thawed so long ago that it is forgotten. What Undo has brought back is needed as long as it stays. */
export const isForgotten = ({ entry: { thawed }, isBack, isEdited }: FoundBlock, now: number): boolean =>
  thawed !== undefined && now - thawed.at > KEPT_AFTER_THAWING_MS && (isBack || isEdited);

/** Everything frozen in the workbook, oldest first; what two people froze at the same moment once. */
export async function frozenBlocks(session: Session): Promise<readonly FrozenBlock[]> {
  const different = new Map<string, FoundBlock>();
  for (const one of await findFrozen(session))
    if (!one.isBack && !different.has(formulaKey(one))) different.set(formulaKey(one), one);
  return [...different.values()].map(({ id, block, formula, at, source, priceTime, isEdited, thawedAt }) => ({
    id,
    block,
    formula,
    at,
    source,
    priceTime,
    isEdited,
    thawedAt,
  }));
}

/** Equal for entries that keep the same formula for the same cells. */
export const formulaKey = ({ id, block, formula }: FrozenBlock): string =>
  block ? `${a1WithSheet(block)} ${formula}` : id;

/** Whatever is kept, also of formulas that are back in their cells. */
export async function findFrozen(session: Session): Promise<readonly FoundBlock[]> {
  const { entries, tracked } = await session.part(FrozenEntries).read();
  const located = entries.map((entry) => ({ entry, block: blockOfEntry(entry, tracked) }));
  const contents = await readBlocks(
    session.host.workbook,
    located.filter((one) => one.block !== undefined),
    ({ block }) => block!,
  );
  return located.map((one) => foundBlock(one.entry, one.block, contents.get(one) ?? [], tracked));
}

function foundBlock(entry: FrozenEntry, block: Block | undefined, contents: Rows, tracked: Tracked): FoundBlock {
  const { id, at, source, priceTime, thawed } = entry;
  const formula = block ? moveReferences(entry.formula, trackedReferences(entry, tracked), block.sheet) : entry.formula;
  const present = contents[0]?.[0]?.formula;
  return {
    id,
    block,
    formula,
    at,
    source,
    priceTime,
    isEdited: digestOf(contents) !== (thawed ?? entry).digest,
    thawedAt: thawed?.at,
    entry,
    contents,
    // Without a mark, freezing or thawing was interrupted there, or freezing was undone.
    isBack: thawed ? present !== '' : present === formula,
  };
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
