import fc from 'fast-check';
import type { Settings } from '../../src/app/settings';
import { FAULTS, ODD, OK } from './faults';
import type { Fate } from './fickle-service';
import { type Formula, formula } from './formulas';
import { ADDRESSES, KEYS, Sheet } from './sheet';

/** What the reader does, or how long nothing is done. */
export type Event =
  | { readonly does: 'enter'; readonly formulas: readonly Formula[]; readonly isPreview: boolean }
  | { readonly does: 'cancel'; readonly cell: number }
  | { readonly does: 'refresh' }
  | { readonly does: 'save'; readonly changes: Partial<Settings> }
  | { readonly does: 'wait'; readonly ms: number };

const enter = fc.record({
  does: fc.constant('enter' as const),
  formulas: fc.array(formula, { minLength: 1, maxLength: 4 }),
  isPreview: fc.constantFrom(false, false, false, false, true),
});
const cancel = fc.record({ does: fc.constant('cancel' as const), cell: fc.nat(20) });
const refresh = fc.constant({ does: 'refresh' as const });
const save = fc.record({
  does: fc.constant('save' as const),
  changes: fc.oneof(
    fc.record({ apiKey: fc.constantFrom(...KEYS) }),
    // A key belongs to the address that it was entered for.
    fc.record({ serviceAddress: fc.constantFrom(...ADDRESSES), apiKey: fc.constantFrom(...KEYS) }),
    fc.record({ area: fc.constantFrom('currencies' as const, 'crypto' as const) }),
  ),
});
const wait = fc.record({
  does: fc.constant('wait' as const),
  ms: fc.constantFrom(0, 1, 5, 20, 200, 16_000, 3_700_000),
});

const latencyMs = fc.constantFrom(0, 1, 7, 30, 200, 45_000);
const rest = { latencyMs, isBodySlow: fc.boolean(), isDeaf: fc.boolean() };
const good: fc.Arbitrary<Fate> = fc.record({
  fault: fc.constantFrom(OK, ...ODD),
  ...rest,
  latencyMs: fc.constantFrom(0, 1, 7, 30, 200),
});
const bad: fc.Arbitrary<Fate> = fc.record({ fault: fc.constantFrom(...FAULTS), ...rest });

const anything = [
  { weight: 5, arbitrary: enter },
  { weight: 3, arbitrary: wait },
  { weight: 2, arbitrary: cancel },
  { weight: 1, arbitrary: refresh },
  { weight: 1, arbitrary: save },
];
const starting = (events: fc.Arbitrary<Event[]>): fc.Arbitrary<readonly Event[]> =>
  fc.tuple(enter, events).map(([first, more]) => [first, ...more]);

/** Whatever a reader may do, in any order. */
export const events = starting(fc.array(fc.oneof(...anything), { maxLength: 9 }));
/** The same without refreshes, cancellations and new settings, the only reasons to repeat a pending request. */
export const calmEvents = starting(
  fc.array(fc.oneof(...anything.filter(({ arbitrary }) => arbitrary === enter || arbitrary === wait)), {
    maxLength: 9,
  }),
);
/** The fates of the requests, one after the other and again from the first. */
export const fates = fc.array(fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: bad }), {
  minLength: 1,
  maxLength: 8,
});
export const goodFates = fc.array(good, { minLength: 1, maxLength: 8 });

/** Plays a schedule until every cell has its value. */
export async function play(schedule: readonly Event[], service: readonly Fate[]): Promise<Sheet> {
  const sheet = await Sheet.open(service);
  for (const event of schedule) await playOne(sheet, event);
  await sheet.settle();
  return sheet;
}

async function playOne(sheet: Sheet, event: Event): Promise<void> {
  switch (event.does) {
    case 'enter':
      for (const entered of event.formulas) sheet.enter(entered, event.isPreview);
      return;
    case 'cancel':
      sheet.cancel(event.cell);
      return;
    case 'refresh':
      sheet.refresh();
      return;
    case 'save':
      await sheet.sleep(0);
      await sheet.session.save(event.changes);
      return;
    case 'wait':
      await sheet.sleep(event.ms);
  }
}
