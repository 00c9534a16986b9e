import { Departures, withTimeout } from '../../../../src/api/transport/http';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const TIMEOUT_MS = 1_000;
const nothing = (): void => undefined;
const never = (): Promise<string> => new Promise(() => undefined);

/** Begins a request, and tells how it ended. */
function begin(send: (signal: AbortSignal) => Promise<string>, departures = new Departures()) {
  const caller = new AbortController();
  const options = { timeoutMs: TIMEOUT_MS, departures, error: () => new Error('took too long') };
  const outcome = withTimeout(send, options, caller.signal).catch((error: unknown) => (error as Error).message);
  const isOver = (): Promise<boolean> => Promise.race([outcome.then(() => true), Promise.resolve(false)]);
  const cancel = (): void => {
    caller.abort();
  };
  return { outcome, isOver, cancel };
}

describe('a request with a timeout', () => {
  test('resolves to its reply, and leaves no timer', async () => {
    expect(await begin(() => Promise.resolve('reply')).outcome).toBe('reply');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('rejects with its own failure', async () => {
    expect(await begin(() => Promise.reject(new Error('no network'))).outcome).toBe('no network');
  });

  test('rejects when the time is over, even if it ignores its signal', async () => {
    let own: AbortSignal | undefined;
    const { outcome, isOver } = begin((signal) => {
      own = signal;
      return never();
    });
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(await isOver()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('took too long');
    expect(own!.aborted).toBe(true);
  });

  test('rejects when the caller cancels it', async () => {
    const { outcome, cancel } = begin(never);
    cancel();
    expect(await outcome).toMatch(/cancelled/i);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('has all its time from the moment at which it can have left', async () => {
    const departures = new Departures();
    const [first] = Array.from({ length: 6 }, () => departures.begin({ onLeft: nothing, onGivenUp: nothing }));
    const { outcome, isOver } = begin(never, departures);
    await jest.advanceTimersByTimeAsync(10 * TIMEOUT_MS);
    expect(await isOver()).toBe(false);
    first!(true);
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await outcome).toBe('took too long');
  });
});

/** Requests that were handed to the browser, and which of them can have left. */
function createDepartures(count: number) {
  const departures = new Departures();
  const left: number[] = [];
  const givenUp: number[] = [];
  const begin = (index: number) =>
    departures.begin({ onLeft: () => left.push(index), onGivenUp: () => givenUp.push(index) });
  const ends = Array.from({ length: count }, (_, index) => begin(index));
  return { departures, left, givenUp, ends, begin };
}

describe('requests that were handed to the browser', () => {
  test('count as sent if they are among the six oldest', () => {
    const { left, ends } = createDepartures(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5]);
    ends[2]!(true);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
    ends[0]!(false);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('count as sent at once from the moment when a seventh is answered before one of the six', () => {
    const { left, ends, begin } = createDepartures(8);
    ends[7]!(true);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
    begin(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 8]);
  });

  test('reveal nothing about the connection if a seventh is cancelled', () => {
    const { left, ends, begin } = createDepartures(8);
    ends[7]!(false);
    begin(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('are given up if they cannot have been sent and nothing gets through', () => {
    const { departures, givenUp } = createDepartures(8);
    departures.giveUpHeldBack(new Error('down'));
    expect(givenUp).toEqual([6, 7]);
  });
});
