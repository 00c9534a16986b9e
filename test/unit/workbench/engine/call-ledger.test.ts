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
    const shown = this.ledger.ask(CELL, FORMULA, request);
    this.ledger.endPass(() => FORMULA);
    return shown;
  }
}

test('a cell shows its answer in the pass after, and asks again in the next', () => {
  const cell = new AskingCell();
  expect([cell.evaluate(), cell.evaluate(), cell.asked]).toEqual([undefined, [[1]], 1]);
  cell.evaluate();
  expect([cell.evaluate(), cell.asked]).toEqual([[[2]], 2]);
});

test('a cell that is to be recalculated asks again, though an answer from before has just arrived', () => {
  const cell = new AskingCell();
  cell.evaluate();
  cell.ledger.expire([CELL]);
  cell.evaluate();
  expect([cell.evaluate(), cell.asked]).toEqual([[[2]], 2]);
});

test.each(['', '7', '=1+1'])(
  'a cell that holds %j by now asks nothing, though its old formula is still evaluated',
  (now) => {
    const ledger = new CallLedger({ onAnswer: () => undefined, onIdle: () => undefined });
    let started = 0;
    ledger.ask(CELL, now, { key: 'LIVE["EURUSD"]', isStream: true, start: () => [[++started]] });
    expect([ledger.endPass(() => now), started]).toEqual([0, 0]);
  },
);
