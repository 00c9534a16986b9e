import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BALANCES, type Friday, fridayDocument, FRIDAYS, playFriday } from '../docs/treasurers-friday';
import { readPage } from './use-workbench';

const DOCUMENT = path.join(__dirname, '../../docs/treasurer.md');

let friday: Friday;

beforeAll(async () => {
  friday = await playFriday(await readPage());
});

/** The price of a pair in the raw answer before one of the Fridays' snapshots. */
const rawOf = (pair: string, index: number) => friday.answers[index]!.get(pair)!;
const total = (index: number): number =>
  BALANCES.reduce((sum, [, amount, pair]) => sum + amount * rawOf(pair, index).mid, 0);
const serial = (seconds: number): number => Number((seconds / 86_400 + 25_569).toFixed(10));

test('each number of the table is that of the raw answers', () => {
  expect(
    friday.table.map(([cell, label, symbol, , value, priced, answered]) => [
      cell,
      label,
      symbol,
      value,
      priced,
      answered,
    ]),
  ).toEqual([
    ...BALANCES.flatMap(([place, amount, pair], index) => {
      const row = String(index + 2);
      const { mid, timestamp } = rawOf(pair, 1);
      return [
        [`Sheet1!B${row}`, `${place} · Amount`, '', amount, '', ''],
        [`Sheet1!D${row}`, `${place} · Rate`, pair, mid, serial(timestamp), expect.any(Number)],
        [`Sheet1!E${row}`, `${place} · Dollars`, '', expect.closeTo(amount * mid, 5), '', ''],
      ];
    }),
    ['Sheet1!E5', 'Total · Dollars', '', expect.closeTo(total(1), 5), '', ''],
  ]);
});

test('each answer came when the snapshot was due', () => {
  const due = serial(Date.parse(FRIDAYS[1]) / 1000);
  for (const [, , symbol, , , , answered] of friday.table) {
    if (symbol === '') continue;
    expect(answered).toBeGreaterThanOrEqual(due);
    expect(answered).toBeLessThan(due + 1 / 24);
  }
});

test('each number of the comparison is that of the raw answers of both Fridays', () => {
  const line = (label: string, then: number, now: number): unknown[] => [
    label,
    expect.closeTo(then, 5),
    expect.closeTo(now, 5),
    expect.closeTo(now - then, 5),
    expect.closeTo((now - then) / then, 8),
  ];
  const lines = BALANCES.flatMap(([place, amount, pair]) => {
    const [then, now] = [rawOf(pair, 0).mid, rawOf(pair, 1).mid];
    return [
      line(`${place} · Amount`, amount, amount),
      line(`${place} · Rate`, then, now),
      line(`${place} · Dollars`, amount * then, amount * now),
    ];
  });
  expect(
    friday.comparison.map(([, label, , , then, now, change, percent]) => [label, then, now, change, percent]),
  ).toEqual([...lines, line('Total · Dollars', total(0), total(1))]);
});

test('the document shows these numbers', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  expect(fridayDocument(text, friday)).toBe(text);
});
