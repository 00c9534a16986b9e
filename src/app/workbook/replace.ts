import type { Workbook, WrittenBlock } from '../host';
import { portionsOf, readBlocks, type Rows, writeBlocks } from './block-contents';
import { messageOf } from '../../core/basics';
import { type Block, isSingleCell } from '../../core/sheet';

/** How formulas are replaced with values, or values with formulas. */
export interface Replacement<T> {
  readonly blockOf: (one: T) => Block;
  /** Whether the formula to be replaced is in its cell, out of the cells' contents; absent if values are replaced. */
  readonly isThere?: (one: T, contents: Rows) => boolean;
  /** The contents that are written into the cells once they are cleared. */
  readonly after: (one: T) => WrittenBlock;
  /** Puts back what was in the cells. */
  readonly before: (one: T) => WrittenBlock;
}

/** Cells that stay as they are. */
export interface LeftOut {
  /** Undefined if they were deleted. */
  readonly block: Block | undefined;
  /** A sentence for the user. */
  readonly reason: string;
}

/** The outcome for the cells, also if replacing them ends with an error. */
export class Replaced<T> {
  readonly done = new Set<T>();
  /** Skipped, and not restored either: only their stored entry is left. */
  readonly lost = new Set<T>();
  readonly skipped: LeftOut[] = [];
}

const CHANGED = 'Its formula has changed in the meantime: freeze again';
const NOT_RESTORED = 'Its cells could not be written, and its formula could not be put back: thaw it';

/** The limit of one message, in cells. A block of several cells takes longer than as many neighbours. */
const [MAX_CELLS, CELLS_OF_BLOCK] = [4_000, 16];

/** Replaces each result entirely or not at all. */
export async function replaceCells<T>(
  workbook: Workbook,
  all: readonly T[],
  { blockOf, isThere, after, before }: Replacement<T>,
  { done, lost, skipped }: Replaced<T>,
  onProgress: (doneCount: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const absentIn = async (some: readonly T[]): Promise<readonly T[]> => {
    if (!isThere) return [];
    const contents = await readBlocks(workbook, some, blockOf);
    return some.filter((one) => !isThere(one, contents.get(one)!));
  };
  const sizeOf = (one: T): number => {
    const block = blockOf(one);
    return isSingleCell(block) ? 1 : Math.max(block.rows * block.columns, CELLS_OF_BLOCK);
  };
  for (const message of portionsOf(all, sizeOf, MAX_CELLS)) {
    if (signal.aborted) break;
    const reasons = new Map((await absentIn(message)).map((one) => [one, CHANGED]));
    const failures = await inHalves(
      message.filter((one) => !reasons.has(one)),
      async (some) => {
        try {
          await writeBlocks(workbook, [...some.map((one) => ({ block: blockOf(one) })), ...some.map(after)]);
        } catch (error) {
          await writeBlocks(workbook, some.map(before)).catch(() => undefined);
          throw error;
        }
      },
    );
    const failed = [...failures.keys()];
    for (const one of await absentIn(failed).catch(() => failed)) lost.add(one);
    for (const [one, error] of failures) reasons.set(one, lost.has(one) ? NOT_RESTORED : messageOf(error));
    for (const one of message) {
      const reason = reasons.get(one);
      if (reason === undefined) done.add(one);
      else skipped.push({ block: blockOf(one), reason });
    }
    onProgress(done.size);
  }
}

/** So many failures are not those of single cells: the rest is not tried. */
const MAX_FAILURES = 500;

/** Acts on all together; if that fails, on each half by itself, until only the faulty ones fail. Returns their errors. */
export async function inHalves<T>(
  all: readonly T[],
  act: (some: readonly T[]) => Promise<void>,
): Promise<ReadonlyMap<T, unknown>> {
  const failures = new Map<T, unknown>();
  let left = MAX_FAILURES;
  const actOn = async (some: readonly T[]): Promise<void> => {
    if (some.length === 0) return;
    try {
      await act(some);
    } catch (error) {
      const middle = Math.ceil(some.length / 2);
      if (some.length === 1 || left-- <= 0) for (const one of some) failures.set(one, error);
      else for (const half of [some.slice(0, middle), some.slice(middle)]) await actOn(half);
    }
  };
  await actOn(all);
  return failures;
}
