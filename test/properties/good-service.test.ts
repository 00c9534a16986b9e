import { testAlways } from './always';
import { useFakeTime } from './fake-time';
import { calmEvents, events, fates, goodFates } from './schedule';
import { errorsOf, faultsOf } from './verdict';

useFakeTime();

/** Names that the service never knows, and what the reader did. */
const EXPECTED = /GONE|\(422\)|^Cancelled|^The settings changed|^Press Enter/;

testAlways(
  'while the service answers, slowly and in any order, no cell shows an error that is not about its own name',
  events,
  goodFates,
  (sheet) => {
    expect(errorsOf(sheet).filter(({ message }) => !EXPECTED.test(message))).toEqual([]);
    expect(faultsOf(sheet)).toEqual([]);
  },
);

testAlways(
  'what is on its way is not asked for again, whatever the service answers',
  calmEvents,
  fates,
  ({ service }) => {
    expect(service.repeated).toEqual([]);
  },
);
