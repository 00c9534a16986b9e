import { quote } from '../../../src/functions/quote';
import { currencyPairs } from '../../bench/pairs';
import { createMemoryHost } from '../../support/memory-host';
import { createService, lastSeen, LATENCY_MS, type Link, openExcel, useSimulatedExcel } from './simulated-excel';

useSimulatedExcel();

const PAIRS = currencyPairs(170);
/** The client's delay. */
const MESSAGE_MS = 50;
const KEPT_MS = 3_000;

/** Other decimals are other questions. */
const quotes = (decimals: number): readonly Link[] => [
  [quote, (cell) => [[[PAIRS[cell % PAIRS.length]!]], null, null, decimals, null]],
];

test('a workbook that is opened again shows 170 pairs after one round trip, and not after three', async () => {
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' });
  const service = createService();
  // The sandbox gives its answers before: those of the test take no real time.
  for (const decimals of [6, 7, 8, 9]) await lastSeen(quotes(decimals), PAIRS.length, await openExcel(500, service));
  const seen: number[] = [];
  for (let opening = 0; opening < 2; opening++) {
    const see = await openExcel(500, service, host);
    for (const decimals of [6, 7, 8, 9]) {
      const ms = await lastSeen(quotes(decimals), PAIRS.length, see);
      if (decimals === 6) seen.push(ms);
      await jest.advanceTimersByTimeAsync(KEPT_MS);
    }
  }
  const [first, second] = seen as [number, number];
  expect(first).toBeGreaterThan(3 * LATENCY_MS + MESSAGE_MS);
  expect(second / (LATENCY_MS + MESSAGE_MS)).toBeLessThanOrEqual(1.6);
});
