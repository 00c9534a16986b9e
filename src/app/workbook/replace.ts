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

/** The outcome for the cells, also if replacing them ends with an error. */
export class Replaced<T> {
  readonly done = new Set<T>();
  /** Skipped, and not restored either: only their stored entry is left. */
  readonly lost = new Set<T>();
  readonly skipped: { readonly block: Block; readonly reason: string }[] = [];
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
    const replace = async (batches: readonly Batch<T>[]): Promise<void> => {
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
        throw error;
      }
    };
    await inHalves(
      message.filter((batch) => !reasons.has(batch)),
      replace,
      (batch, error) => reasons.set(batch, notRestored.has(batch) ? NOT_RESTORED : messageOf(error)),
    );
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

/** First all together; if that fails, each half by itself, until only the faulty ones fail. */
async function inHalves<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  onFault: (one: T, error: unknown) => void,
): Promise<void> {
  if (all.length === 0) return;
  try {
    await work(all);
  } catch (error) {
    if (all.length === 1) {
      onFault(all[0]!, error);
      return;
    }
    const middle = Math.ceil(all.length / 2);
    await inHalves(all.slice(0, middle), work, onFault);
    await inHalves(all.slice(middle), work, onFault);
  }
}
