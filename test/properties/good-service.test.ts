import fc from 'fast-check';
import { LONGEST_MS, RUNS, useFakeTime } from './fake-time';
import { calmEvents, events, fates, goodFates, play } from './schedule';
import { errorsOf, faultsOf } from './verdict';

useFakeTime();

/** Names that the service never knows, and what the reader did. */
const EXPECTED = /GONE|\(422\)|^Cancelled|^The settings changed|^Press Enter/;

test(
  'while the service answers, slowly and in any order, no cell shows an error that is not about its own name',
  async () => {
    await fc.assert(
      fc.asyncProperty(events, goodFates, async (schedule, service) => {
        const sheet = await play(schedule, service);
        expect(errorsOf(sheet).filter(({ message }) => !EXPECTED.test(message))).toEqual([]);
        expect(faultsOf(sheet)).toEqual([]);
      }),
      RUNS,
    );
  },
  LONGEST_MS,
);

test(
  'what is on its way is not asked for again, whatever the service answers',
  async () => {
    await fc.assert(
      fc.asyncProperty(calmEvents, fates, async (schedule, service) => {
        const sheet = await play(schedule, service);
        expect(sheet.service.repeated).toEqual([]);
      }),
      RUNS,
    );
  },
  LONGEST_MS,
);
