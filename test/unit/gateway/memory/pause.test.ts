import { ServiceError } from '../../../../src/api/service-error';
import { Pause } from '../../../../src/gateway/memory/pause';

function createPause() {
  const clock = { now: 1_000 };
  const pause = new Pause(() => clock.now);
  const left = (): number | undefined => {
    try {
      pause.check();
      return undefined;
    } catch (error) {
      return (error as ServiceError).pauseMs;
    }
  };
  return { clock, pause, left };
}

const failed = (status: number, pauseMs?: number): ServiceError =>
  new ServiceError('status', 'Too many requests', { status, pauseMs });

test.each<[string, ServiceError, number | undefined]>([
  ['a 429 lasts for as long as the service says', failed(429, 60_000), 60_000],
  ['a 429 without a time lasts for ten seconds', failed(429), 10_000],
  ['a 503 lasts where the service says for how long', failed(503, 5_000), 5_000],
  ['a 503 without a time is zero', failed(503), undefined],
  ['a 500 is zero', failed(500), undefined],
])('the pause after %s', (_, error, leftMs) => {
  const { pause, left } = createPause();
  pause.note(error);
  expect(left()).toBe(leftMs);
});

test('a pause counts down, ends, and is not shortened by one that would end sooner', () => {
  const { clock, pause, left } = createPause();
  pause.note(failed(429, 60_000));
  pause.note(failed(429, 1_000));
  clock.now += 45_000;
  expect(left()).toBe(15_000);
  clock.now += 15_000;
  expect(left()).toBeUndefined();
});
