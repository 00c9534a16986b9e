import fc from 'fast-check';
import type { Fate } from './fickle-service';
import { type Event, play } from './schedule';
import type { Sheet } from './sheet';

/** At night a property takes its time. */
const MAX_MS = 3_600_000;

type Events = fc.Arbitrary<readonly Event[]>;
type Fates = fc.Arbitrary<readonly Fate[]>;

/** A test that a rule holds whatever the reader does and the service answers. */
export function testAlways(
  title: string,
  events: Events,
  fates: Fates,
  rule: (sheet: Sheet) => Promise<void> | void,
): void {
  test(
    title,
    async () => {
      const property = fc.asyncProperty(events, fates, async (schedule, service) =>
        rule(await play(schedule, service)),
      );
      await fc.assert(property, { numRuns: 10_000 });
    },
    MAX_MS,
  );
}
