import { notAvailable } from '../../core/errors';
import { withOwnSignal } from '../lookup/own-signal';
import type { LongRead, ClientObserver } from '../client-observer';

/**
 * Runs a reading of many requests that can be watched and stopped.
 *
 * @param read receives a callback for the number of rows of each page, and a signal
 */
export function readWatched<T>(
  { what, maxRows }: Pick<LongRead, 'what' | 'maxRows'>,
  traffic: ClientObserver,
  signal: AbortSignal,
  read: (onRows: (count: number) => void, own: AbortSignal) => Promise<T>,
): Promise<T> {
  return withOwnSignal(signal, async (own, abort) => {
    const progress = traffic.onReading?.({ what, maxRows, stop: abort });
    try {
      return await read((count) => progress?.advance(count), own);
    } catch (error) {
      // Aborted, but not by the caller: the user stopped it.
      throw own.aborted && !signal.aborted
        ? notAvailable(`The reading of "${what}" was stopped in the pane: recalculate the cell to start it again`)
        : error;
    } finally {
      progress?.end();
    }
  });
}
