import fc from 'fast-check';
import type { Fate } from './fickle-service';
import { type Event, play } from './schedule';
import type { Sheet } from './sheet';

/** A property is tried on as many schedules as fit into its time: no more than this… */
const MAX_RUNS = 10_000;
/** …and never fewer than these, however busy the machine. */
const MIN_RUNS = 1_000;
/** Enough for every change. The nightly run takes all schedules. */
const ENOUGH_MS = Number(process.env.SCHEDULE_SECONDS ?? 5) * 1000;
/** A machine so busy that even the fewest take this long is not one to test on. */
const MAX_MS = 900_000;

type Events = fc.Arbitrary<readonly Event[]>;
type Fates = fc.Arbitrary<readonly Fate[]>;

/**
 * A test that a rule holds whatever the reader does and the service answers. The clock of the tests is faked; this one
 * is real.
 */
export function testAlways(title: string, events: Events, fates: Fates, rule: (sheet: Sheet) => unknown): void {
  test(
    title,
    async () => {
      const endsAt = performance.now() + ENOUGH_MS;
      let runs = 0;
      const property = fc.asyncProperty(events, fates, async (schedule, service) => {
        if (runs >= MIN_RUNS && performance.now() > endsAt) return;
        runs++;
        await rule(await play(schedule, service));
      });
      await fc.assert(property, { numRuns: MAX_RUNS });
    },
    MAX_MS,
  );
}
