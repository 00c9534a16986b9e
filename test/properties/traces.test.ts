import { testAlways } from './always';
import { collectGarbage } from '../bench/figure';
import { useFakeTime } from './fake-time';
import { events, fates } from './schedule';

useFakeTime();

const TOGETHER = 500;

// An error holds on to the functions on its stack, and with them to what they worked on, until somebody reads the
// stack.
Error.stackTraceLimit = 0;

const living: unknown[] = [];
const signals: WeakRef<AbortSignal>[] = [];
// The frames of the run that has just ended may still hold theirs.
let latest: readonly WeakRef<AbortSignal>[] = [];

testAlways(
  'nothing keeps a finished request in memory, even while session and cells live on',
  events,
  fates,
  async (sheet) => {
    if (living.length >= TOGETHER) {
      collectGarbage();
      expect(signals.filter((signal) => signal.deref())).toHaveLength(0);
      living.length = signals.length = 0;
    }
    await sheet.drain();
    living.push({ session: sheet.session, calls: sheet.cells.map(({ call }) => call) });
    signals.push(...latest);
    latest = sheet.service.signals;
  },
);
