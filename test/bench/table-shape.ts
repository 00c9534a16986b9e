import { operationOf } from '../../src/api/operations';
import { TICK } from '../../src/api/interface/records';
import { isInOrder, tickPage } from '../../src/api/ticks/reader';
import { FirstTicksPlan } from '../../src/api/ticks/plan';
import type { Matrix } from '../../src/core/cell';
import { tableOf } from '../../src/core/table';
import { clockTime, type Figure, figureInTurn, roundsOf } from './figure';
import { seededRandom } from './pairs';
import { decode } from '../../src/api/transport/wire';

const TICKS = 100_000;
const ROUNDS = { rounds: roundsOf(15, 5), settling: 5 };
const START_MS = Date.UTC(2026, 10, 16);

/** Body text → cells of 100,000 ticks, by the way that MD.TICKS takes, against JSON.parse of that text. */
export async function tableShape(): Promise<Figure[]> {
  const text = bodyOf(TICKS);
  const what = { name: 'table.shape', unit: 'ms', against: 'JSON.parse of 100,000 ticks', goal: 2 };
  return [
    await figureInTurn(what, ROUNDS, {
      ours: () => clockTime(() => cellsOf(text)) / 1000,
      baseline: () => clockTime(() => JSON.parse(text) as unknown) / 1000,
    }),
  ];
}

function cellsOf(text: string): Matrix {
  const page = tickPage(decode(operationOf('GET /indices/{symbol}/ticks'), text));
  const plan = new FirstTicksPlan({
    startMs: START_MS,
    endMs: START_MS + TICKS * 250,
    rowLimit: TICKS,
    isNewest: false,
  });
  if (isInOrder(page.times, START_MS)) plan.next(TICKS, 1)?.receive(page);
  if (!plan.isComplete) throw new Error('Rows are missing');
  return tableOf(plan.rows, TICK, true, { zone: 'utc', dateSystem: '1900' }, plan.times);
}

function bodyOf(count: number): string {
  const random = seededRandom(3);
  const items = Array.from({ length: count }, (_, index) => {
    const mid = Math.round(540_000 + random() * 10_000) / 100;
    return { time: new Date(START_MS + index * 250).toISOString(), ask: mid + 0.25, bid: mid - 0.25, mid };
  });
  return JSON.stringify({
    items,
    total: null,
    current_page: 'a',
    current_page_backwards: 'b',
    previous_page: null,
    next_page: null,
  });
}
