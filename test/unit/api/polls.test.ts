import { type PollAnswer, Polls } from '../../../src/api/polls';
import { ServiceError } from '../../../src/api/service-error';
import { Cancellation } from '../../../src/core/cancellation';
import type { Row } from '../../../src/core/columns';
import { notAvailable } from '../../../src/core/errors';
import { useFakeTimers } from '../../support/fake-timers';

/** Polls of a service that counts up: its answers are 1, 2, 3, … unless the test says otherwise. */
function setUp(answer: (count: number) => Row | Promise<Row> = (count) => Promise.resolve({ mid: count })) {
  const asked: string[] = [];
  const polls = new Polls(
    (symbol, area) => {
      asked.push(`${(Date.now() - START_MS) / 1000} ${area}:${symbol}`);
      return answer(asked.length);
    },
    () => Date.now(),
  );
  return {
    asked,
    watch: (symbol: string, seconds: number) => {
      const cancellation = new Cancellation();
      const told: (number | string)[] = [];
      let pending = 0;
      polls.watchSymbol({ symbol, area: 'currencies', everyMs: seconds * 1000 }, cancellation, {
        onQuestion: () => pending++,
        onAnswer: (answer: PollAnswer) => {
          // No answer without its question.
          expect(--pending).toBeGreaterThanOrEqual(0);
          told.push(answer instanceof Error ? answer.message : Number(answer.mid));
        },
      });
      return { told, stop: () => cancellation.cancel() };
    },
  };
}

const START_MS = Date.UTC(2026, 10, 20, 15);
const wait = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1000);
const never = (): Promise<Row> =>
  new Promise(() => {
    /* never */
  });

useFakeTimers({ now: START_MS });

describe('a symbol with a listener', () => {
  test('is requested at once, and then at every multiple of its interval since the polls began', async () => {
    const { asked, watch } = setUp();
    await wait(3);
    const { told } = watch('EURUSD', 10);
    await wait(20);
    expect(asked).toEqual(['3 currencies:EURUSD', '10 currencies:EURUSD', '20 currencies:EURUSD']);
    expect(told).toEqual([1, 2, 3]);
  });

  test('gives a later listener what the cache holds, gives the others what they know already, and goes on as before', async () => {
    const kept = { mid: 1 };
    const { asked, watch } = setUp((count) =>
      count === 1 ? Promise.resolve(kept) : count === 2 ? kept : Promise.resolve({ mid: count }),
    );
    const first = watch('EURUSD', 10);
    await wait(4);
    const { told } = watch('EURUSD', 10);
    await wait(0);
    expect(told).toEqual([1]);
    await wait(6);
    expect(asked.at(-1)).toBe('10 currencies:EURUSD');
    expect([first.told, told]).toEqual([
      [1, 1, 3],
      [1, 3],
    ]);
  });

  test('is not requested many times over after the computer has slept', async () => {
    const { asked, watch } = setUp();
    watch('EURUSD', 1);
    await wait(1);
    jest.setSystemTime(START_MS + 3_600_500);
    await wait(1);
    expect(asked).toHaveLength(3);
  });
});

test('each symbol is due at its own moments', async () => {
  const { asked, watch } = setUp();
  watch('GBPUSD', 3);
  watch('EURUSD', 2);
  watch('USDJPY', 5);
  asked.length = 0;
  await wait(5);
  expect(asked).toEqual(['2 currencies:EURUSD', '3 currencies:GBPUSD', '4 currencies:EURUSD', '5 currencies:USDJPY']);
});

test('a symbol with a pending poll is not requested again along with the others', async () => {
  const { asked, watch } = setUp((count) => (count === 3 ? never() : Promise.resolve({ mid: count })));
  watch('EURUSD', 1);
  watch('GBPUSD', 1);
  await wait(2);
  expect(asked.slice(2)).toEqual(['1 currencies:EURUSD', '1 currencies:GBPUSD', '2 currencies:GBPUSD']);
});

describe('a poll that fails', () => {
  const failing = (error: Error) => (count: number) =>
    count === 2 ? Promise.reject(error) : Promise.resolve({ mid: count });

  test.each([500, 503])('because the service is down (%i) is repeated as usual', async (status) => {
    const { asked, watch } = setUp(failing(new ServiceError('status', 'Down', { status })));
    watch('EURUSD', 10);
    await wait(20);
    expect(asked[2]).toBe('20 currencies:EURUSD');
  });

  test.each([
    ['does not know the symbol', notAvailable('No such symbol')],
    ['refuses the key', new ServiceError('status', 'No', { status: 401 })],
    ['wants a pause', new ServiceError('status', 'Too many', { status: 429 })],
  ])('because the service %s is repeated after a minute', async (_, error) => {
    const { asked, watch } = setUp(failing(error));
    const { told } = watch('EURUSD', 10);
    await wait(69);
    expect(told).toEqual([1, error.message]);
    await wait(11);
    expect(asked[2]).toBe('80 currencies:EURUSD');
    expect(told).toEqual([1, error.message, 3]);
  });

  test('is repeated at once for a new listener', async () => {
    const { watch } = setUp(failing(notAvailable('No such symbol')));
    const first = watch('EURUSD', 10);
    await wait(12);
    watch('EURUSD', 10);
    await wait(0);
    expect(first.told).toEqual([1, 'No such symbol', 3]);
  });
});

test('when one listener has stopped, the symbols of others are polled as before', async () => {
  const { asked, watch } = setUp();
  const gone = watch('EURUSD', 10);
  watch('GBPUSD', 10);
  await wait(5);
  gone.stop();
  await wait(5);
  expect(asked.slice(2)).toEqual(['10 currencies:GBPUSD']);
});
