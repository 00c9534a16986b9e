import fc from 'fast-check';
import { collectGarbage } from '../bench/figure';
import { LONGEST_MS, RUNS, useFakeTime } from './fake-time';
import { events, fates, play } from './schedule';

useFakeTime();

const TOGETHER = 500;

// An error holds on to the functions on its stack, and with them to what they worked on, until somebody reads the stack.
Error.stackTraceLimit = 0;

test(
  'nothing holds on to a request that is over, though session and cells live on',
  async () => {
    const living: unknown[] = [];
    const signals: WeakRef<AbortSignal>[] = [];
    // The frames of the run that has just ended may still hold theirs.
    let latest: readonly WeakRef<AbortSignal>[] = [];
    await fc.assert(
      fc.asyncProperty(events, fates, async (schedule, service) => {
        if (living.length >= TOGETHER) {
          collectGarbage();
          expect(signals.filter((signal) => signal.deref())).toHaveLength(0);
          living.length = signals.length = 0;
        }
        const sheet = await play(schedule, service);
        await sheet.drain();
        living.push({ session: sheet.session, calls: sheet.cells.map(({ call }) => call) });
        signals.push(...latest);
        latest = sheet.service.signals;
      }),
      RUNS,
    );
  },
  LONGEST_MS,
);
