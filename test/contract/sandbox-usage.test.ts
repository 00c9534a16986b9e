import { createSandbox } from '../../src/sandbox/app';
import { askOf, asking } from '../unit/sandbox/ask';
import { KEY_HEADER } from '../support/published-fields';

type Usage = Readonly<
  Record<string, { readonly requests: number; readonly data: { readonly request: number; readonly response: number } }>
>;

const HOUR_MS = 3_600_000;
const THREE_O_CLOCK = Date.UTC(2026, 10, 20, 15);

function sandboxAt(startMs: number) {
  let nowMs = startMs;
  const sandbox = createSandbox({ now: () => nowMs });
  return {
    ask: (path: string, apiKey = 'demo') => askOf<Usage>(sandbox, path, { headers: { [KEY_HEADER]: apiKey } }),
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('simulated usage has 24 hours by the Unix time of their start, with zero if nothing was requested', async () => {
  const { body } = await asking()<Usage>('/account/usage');
  const starts = Object.keys(body).map(Number);
  expect(starts).toHaveLength(24);
  expect(starts.at(-1)).toBe(THREE_O_CLOCK / 1000);
  expect(starts[0]).toBe(THREE_O_CLOCK / 1000 - 23 * 3600);
  expect(body[String(starts[0])]).toEqual({ requests: 0, data: { request: 0, response: 0 } });
});

test('simulated usage counts real requests, for each hour', async () => {
  const { ask, advance } = sandboxAt(THREE_O_CLOCK);
  await ask('/currencies/quotes?symbols=EURUSD');
  const answer = await ask('/currencies/quotes?symbols=EURUSD');
  advance(HOUR_MS);
  await ask('/stocks/AAPL/scores');
  const { body } = await ask('/account/usage?limit=2');
  const [before, current] = Object.values(body);
  expect(before?.requests).toBe(2);
  expect(before?.data.response).toBe(2 * answer.text.length);
  expect(current?.requests).toBe(2);
});

test('simulated usage by day is the sum over the hours of a UTC day', async () => {
  const { ask, advance } = sandboxAt(THREE_O_CLOCK);
  await ask('/stocks/AAPL/scores');
  advance(8 * HOUR_MS);
  await ask('/stocks/AAPL/scores');
  advance(HOUR_MS);
  const { body } = await ask('/account/usage?interval=1d&limit=2');
  expect(Object.entries(body).map(([start, { requests }]) => [start, requests])).toEqual([
    [String(Date.UTC(2026, 10, 20) / 1000), 2],
    [String(Date.UTC(2026, 10, 21) / 1000), 1],
  ]);
});

test('simulated usage is counted for each key, without refused requests', async () => {
  const { ask } = sandboxAt(THREE_O_CLOCK);
  await ask('/stocks/AAPL/scores', 'other');
  await ask('/stocks/AAPL/scores', 'invalid');
  expect(Object.values((await ask('/account/usage?limit=1', 'demo')).body)[0]?.requests).toBe(1);
});
