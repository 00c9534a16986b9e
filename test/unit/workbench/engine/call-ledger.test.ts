import type { Cancellation } from '../../../../src/core/cancellation';
import type { Outcome } from '../../../../src/functions/evaluate/invoke';
import { CallLedger } from '../../../../src/workbench/engine/call-ledger';

const CELL = { unitId: 'book', sheetId: 'sheet', row: 0, column: 0 };
const FORMULA = '=MD.QUOTE("EURUSD")';

/** A cell that asks; each question is answered at the end of its pass with how often was asked. */
class AskingCell {
  asked = 0;
  readonly ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });

  /** Evaluates the cell once. Returns what it shows. */
  evaluate(): unknown {
    const request = { key: 'QUOTE["EURUSD"]', start: () => [[++this.asked]] };
    const shown = this.ledger.askCell(CELL, FORMULA, request);
    this.ledger.endPass(() => FORMULA);
    return shown;
  }
}

test('a cell shows its answer in the next pass of the calculation, and asks again in the one after that', () => {
  const cell = new AskingCell();
  expect([cell.evaluate(), cell.evaluate(), cell.asked]).toEqual([undefined, [[1]], 1]);
  cell.evaluate();
  expect([cell.evaluate(), cell.asked]).toEqual([[[2]], 2]);
});

test('a cell that is to be recalculated asks again, though an answer from before has just arrived', () => {
  const cell = new AskingCell();
  cell.evaluate();
  cell.ledger.expireCells([CELL]);
  cell.evaluate();
  expect([cell.evaluate(), cell.asked]).toEqual([[[2]], 2]);
});

test('a cell that is recalculated while its answer is on its way asks again, and does not show the first answer', async () => {
  const arrivals: ((outcome: Outcome) => void)[] = [];
  const cancelled: number[] = [];
  const settled: number[] = [];
  const ledger = new CallLedger({ onAnswer: () => settled.push(arrivals.length), onIdle: () => undefined });
  const evaluate = (): unknown => {
    const start = (cancellation: Cancellation): Promise<Outcome> => {
      const at = arrivals.length;
      // The new question begins before the old one ends: they may share a request.
      cancellation.add({ onCancel: () => cancelled.push(at, arrivals.length) });
      return new Promise((resolve) => arrivals.push(resolve));
    };
    const shown = ledger.askCell(CELL, FORMULA, { key: 'QUOTE["EURUSD"]', start });
    ledger.endPass(() => FORMULA);
    return shown;
  };
  evaluate();
  // Evaluated again for another reason, it waits on.
  evaluate();
  expect([arrivals.length, cancelled]).toEqual([1, []]);
  ledger.expireCells([CELL]);
  evaluate();
  expect([arrivals.length, cancelled]).toEqual([2, [0, 2]]);
  arrivals[0]!([[1]]);
  await Promise.resolve();
  expect([settled, evaluate(), ledger.isRunning]).toEqual([[], undefined, true]);
  arrivals[1]!([[2]]);
  await Promise.resolve();
  expect([settled, evaluate(), ledger.isRunning]).toEqual([[2], [[2]], false]);
});

test('a cell that is marked to be recalculated still asks if an answer arrives before it is evaluated', async () => {
  const arrivals: ((outcome: Outcome) => void)[] = [];
  const ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });
  const evaluate = (): unknown => {
    const start = (): Promise<Outcome> => new Promise((resolve) => arrivals.push(resolve));
    const shown = ledger.askCell(CELL, FORMULA, { key: 'QUOTE["EURUSD"]', start });
    ledger.endPass(() => FORMULA);
    return shown;
  };
  evaluate();
  ledger.expireCells([CELL]);
  arrivals[0]!([[1]]);
  await Promise.resolve();
  expect([evaluate(), arrivals.length]).toEqual([undefined, 2]);
});

test('the end of all pending answers is reported once, after the last one', async () => {
  const arrivals: ((outcome: Outcome) => void)[] = [];
  const told: boolean[] = [];
  const ledger: CallLedger = new CallLedger({
    onAnswer: () => undefined,
    onIdle: () => told.push(ledger.isRunning),
  });
  for (let row = 0; row < 3; row++) {
    const start = (): Promise<Outcome> => new Promise((resolve) => arrivals.push(resolve));
    ledger.askCell({ ...CELL, row }, FORMULA, { key: 'QUOTE["EURUSD"]', start });
  }
  ledger.endPass(() => FORMULA);
  for (const [index, arrive] of arrivals.entries()) {
    expect([index, told]).toEqual([index, []]);
    arrive([[1]]);
    await Promise.resolve();
  }
  expect(told).toEqual([false]);
});

test('a stream that waits for its first value is not started again by a recalculation', () => {
  const ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });
  let started = 0;
  const start = (): Promise<Outcome> => (started++, new Promise(() => undefined));
  for (let pass = 0; pass < 2; pass++) {
    ledger.askCell(CELL, '=MD.LIVE("EURUSD")', { key: 'LIVE["EURUSD"]', isStream: true, start });
    ledger.endPass(() => '=MD.LIVE("EURUSD")');
    ledger.expireCells([CELL]);
  }
  expect(started).toBe(1);
});

test.each(['', '7', '=1+1'])(
  'a cell that now holds %j asks nothing, though its old formula is still evaluated',
  (now) => {
    const ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });
    let started = 0;
    ledger.askCell(CELL, now, { key: 'LIVE["EURUSD"]', isStream: true, start: () => [[++started]] });
    expect([ledger.endPass(() => now), started]).toEqual([0, 0]);
  },
);

describe('a cell that has moved with its formula', () => {
  const TO = { ...CELL, row: 5 };
  const formulaAt = ({ row }: { row: number }): string => (row === TO.row ? '=MD.QUOTE(A6)' : '');

  test('shows its answer where it is now without asking again, and asks when it is recalculated', () => {
    let asked = 0;
    const request = { key: 'QUOTE["EURUSD"]', start: () => [[++asked]] };
    const ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });
    ledger.askCell(CELL, '=MD.QUOTE(A1)', request);
    ledger.endPass(() => '=MD.QUOTE(A1)');
    ledger.askCell(CELL, '=MD.QUOTE(A1)', request);
    ledger.endPass(() => '=MD.QUOTE(A1)');
    ledger.moveCells([{ from: CELL, to: TO }], formulaAt);
    expect(ledger.askCell(TO, '=MD.QUOTE(A6)', request)).toEqual([[1]]);
    expect([ledger.endPass(formulaAt), asked]).toEqual([0, 1]);
    ledger.askCell(TO, '=MD.QUOTE(A6)', request);
    expect([ledger.endPass(formulaAt), asked]).toEqual([1, 2]);
  });

  test('gets an answer that was on its way, and keeps its stream open', async () => {
    let show: (outcome: Outcome) => void = () => undefined;
    let isCancelled = false;
    const shown: number[] = [];
    const ledger = new CallLedger({ onAnswer: ({ row }) => shown.push(row), onIdle: () => undefined });
    const start = (cancellation: Cancellation, showLater: (outcome: Outcome) => void): Promise<Outcome> => {
      show = showLater;
      cancellation.add({ onCancel: () => (isCancelled = true) });
      return Promise.resolve([[1]]);
    };
    ledger.askCell(CELL, '=MD.LIVE(A1)', { key: 'LIVE', isStream: true, start });
    ledger.endPass(() => '=MD.LIVE(A1)');
    ledger.moveCells([{ from: CELL, to: TO }], formulaAt);
    await Promise.resolve();
    ledger.endPass(formulaAt);
    show([[2]]);
    expect([shown, isCancelled]).toEqual([[TO.row, TO.row], false]);
    expect(ledger.outcomesAt(TO)).toEqual([[[2]]]);
  });
});
