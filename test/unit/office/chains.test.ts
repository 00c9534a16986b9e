import { convert } from '../../../src/functions/convert';
import { quote } from '../../../src/functions/quote';
import { settle } from '../../../src/functions/settle';
import { workday } from '../../../src/functions/workday';
import { OfficeClient } from './office-client';
import { createService, lastSeen, LATENCY_MS, type Link, openExcel, useSimulatedExcel } from './simulated-excel';

useSimulatedExcel();

/** Between two messages of Excel's client, in newer versions and in others. */
const INTERVALS = [200, 500] as const;

const CHAINS: Readonly<Record<string, readonly Link[]>> = {
  'MD.SETTLE(MD.WORKDAY(…))': [
    [workday, (chain) => [`2026-0${1 + (chain % 9)}-01`, 1 + (chain % 20), 'XNYS']],
    [settle, (_, day) => [day, 'XNYS', null]],
  ],
  'MD.CONVERT(MD.CONVERT(MD.QUOTE(…)))': [
    [quote, () => [[['EURUSD']], null, null, null, null]],
    [convert, (chain, price) => [Number(price) + chain, 'USD', 'GBP', null, null]],
    [convert, (_, amount) => [amount, 'GBP', 'JPY', null, null]],
  ],
};

/** As many links of a function that has its result at hand. */
async function leastFor(count: number, intervalMs: number, links: readonly Link[]): Promise<number> {
  const office = new OfficeClient(intervalMs);
  const see = (): Promise<unknown> => office.take(1);
  return links.length * LATENCY_MS + (await lastSeen(links, count, see));
}

describe.each(Object.entries(CHAINS))('a chain of functions, %s', (_, links) => {
  test.each(INTERVALS.flatMap((intervalMs) => [1, 1_000].map((count) => [count, intervalMs] as const)))(
    '%i of them, with messages %i ms apart, takes 1.3 of a round trip and a message for each link',
    async (count, intervalMs) => {
      const service = createService();
      await lastSeen(links, count, await openExcel(intervalMs, service));
      const ours = await lastSeen(links, count, await openExcel(intervalMs, service));
      const least = await leastFor(count, intervalMs, links);
      expect(ours / least).toBeLessThanOrEqual(1.3);
    },
  );
});
