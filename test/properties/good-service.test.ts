import { testAlways } from './always';
import { useFakeTime } from './fake-time';
import { calmEvents, events, fates, goodFates } from './schedule';
import { errorsOf, faultsOf } from './verdict';

useFakeTime();

/** Names that the service never knows, and what the reader did. */
const EXPECTED = /GONE|\(422\)|^Cancelled|^The settings changed|^Press Enter/;

testAlways(
  'while the service answers, however slowly and in any order, a cell only shows errors about its own name',
  events,
  goodFates,
  (sheet) => {
    expect(errorsOf(sheet).filter(({ message }) => !EXPECTED.test(message))).toEqual([]);
    expect(faultsOf(sheet)).toEqual([]);
  },
);

testAlways('a pending question is not sent again, whatever the service answers', calmEvents, fates, ({ service }) => {
  expect(service.repeated).toEqual([]);
});
