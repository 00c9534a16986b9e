import type { Workbook, WrittenBlock } from '../host';
import { type Batch, messagesOf } from './block-contents';
import { messageOf } from '../../core/basics';
import type { Block } from '../../core/sheet';

/** How formulas are replaced with values, or values with formulas. */
export interface Replacement<T> {
  readonly blockOf: (one: T) => Block;
  /** Why batches must stay as they are: a sentence for the user. */
  readonly obstacles?: (message: readonly Batch<T>[]) => Promise<ReadonlyMap<Batch<T>, string>>;
  /** The contents that are written into the cells once they are cleared. */
  readonly writings: (batches: readonly Batch<T>[]) => WrittenBlock[] | Promise<WrittenBlock[]>;
  /** Puts back what was in the cells. Returns whether it is there again, or still. */
  readonly restore: (batch: Batch<T>) => Promise<boolean>;
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

const NOT_RESTORED = 'Its cells could not be written, and its formula could not be put back: thaw it';

/** Replaces the cells of each batch entirely or not at all. */
export async function replaceCells<T>(
  workbook: Workbook,
  all: readonly T[],
  { blockOf, obstacles, writings, restore }: Replacement<T>,
  { done, lost, skipped }: Replaced<T>,
  onProgress: (doneCount: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const message of messagesOf(all, blockOf)) {
    if (signal.aborted) break;
    const reasons = new Map(await obstacles?.(message));
    const notRestored = new Set<Batch<T>>();
    /** First all together; if that fails, each half by itself, until only the faulty ones fail. */
    const replace = async (batches: readonly Batch<T>[]): Promise<void> => {
      const [first, ...others] = batches;
      if (first === undefined) return;
      try {
        await workbook.write(batches.map(({ block }) => ({ block })));
        await workbook.write(await writings(batches));
        for (const batch of batches) notRestored.delete(batch);
      } catch (error) {
        // One by one, since one refused batch would prevent all the others.
        for (const batch of batches) {
          if (await restore(batch)) notRestored.delete(batch);
          else notRestored.add(batch);
        }
        const middle = Math.ceil(batches.length / 2);
        if (others.length === 0) reasons.set(first, notRestored.has(first) ? NOT_RESTORED : messageOf(error));
        else for (const half of [batches.slice(0, middle), batches.slice(middle)]) await replace(half);
      }
    };
    await replace(message.filter((batch) => !reasons.has(batch)));
    for (const batch of message) {
      const reason = reasons.get(batch);
      for (const { of, block } of batch.members) {
        if (reason === undefined) done.add(of);
        else skipped.push({ block, reason });
        if (notRestored.has(batch)) lost.add(of);
      }
    }
    onProgress(done.size);
  }
}
