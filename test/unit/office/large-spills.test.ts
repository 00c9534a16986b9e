import { quote } from '../../../src/functions/quote';
import { createMemoryHost } from '../../support/memory-host';
import { lastSeen, type Link, openExcel, useSimulatedExcel } from './simulated-excel';

useSimulatedExcel();

const ROWS = 5_000;
/** By day several messages. */
const SPILLS = process.env.MD_TESTS === 'night' ? 500 : 60;
/** Excel on the web refuses larger ones. */
const MOST_BYTES = 5_000_000;

const SYMBOLS = Array.from({ length: ROWS }, (_, index) => [`S${index}`]);

const answer = (input: unknown): Promise<Response> => {
  const symbols = new URL((input as Request).url).searchParams.get('symbols')!.split(',');
  const items = symbols.map((symbol) => ({ symbol, bid: 1.23456, ask: 1.23457, mid: 1.23456, timestamp: 1 }));
  const text = () => Promise.resolve(JSON.stringify({ items }));
  return Promise.resolve({ status: 200, type: 'default', headers: new Headers(), text } as unknown as Response);
};

test(`${SPILLS} spills of 5,000 × 2 cells arrive, in messages that Excel takes`, async () => {
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' });
  host.stored.set('md.maxRequests', '0');
  const see = await openExcel(500, answer, host);
  // Each begins with another symbol, as another list in a sheet does.
  const listOf = (spill: number): string[][] => [...SYMBOLS.slice(spill), ...SYMBOLS.slice(0, spill)];
  const spills: readonly Link[] = [[quote, (spill) => [listOf(spill), 'bid,ask', null, null, null]]];
  await lastSeen(spills, SPILLS, see);
  const { messages } = see.office;
  expect(messages.reduce((sum, { count }) => sum + count, 0)).toBe(SPILLS);
  expect(Math.max(...messages.map(({ length }) => length))).toBeLessThan(MOST_BYTES);
}, 60_000);
