import { testAlways } from './always';
import { useFakeTime } from './fake-time';
import { calmEvents, events, fates, goodFates } from './schedule';
import { errorsOf, faultsOf } from './verdict';

useFakeTime();

/** Names that the service never knows, and what the reader did. */
const EXPECTED = /GONE|\(422\)|^Cancelled|^The settings changed|^Press Enter/;

testAlways(
  'while the service answers, slowly and in any order, a cell shows errors only about its own name',
  events,
  goodFates,
  (sheet) => {
    expect(errorsOf(sheet).filter(({ message }) => !EXPECTED.test(message))).toEqual([]);
    expect(faultsOf(sheet)).toEqual([]);
  },
);

testAlways('a pending request is not sent twice, whatever the service answers', calmEvents, fates, ({ service }) => {
  expect(service.repeated).toEqual([]);
});
