import { CellError } from '../../src/core/errors';
import type { Outcome } from '../../src/functions/invoke';
import { CallLedger } from '../../src/workbench/call-ledger';
import type { CellPlace } from '../../src/workbench/cell-place';

const FORMULA = '=MD.QUOTE("EURUSD")';
const cellAt = (row: number): CellPlace => ({ unitId: 'book', sheetId: 'sheet', row, column: 0 });

/** A ledger in a sheet of formulas, and the questions that were started, to be answered by hand. */
function open() {
  const formulas = new Map<number, string>();
  const shown: number[] = [];
  const started: { readonly key: string; readonly answer: (outcome: Outcome) => void; readonly isCancelled: () => boolean }[] = [];
  let idle = 0;
  const ledger = new CallLedger({ onAnswer: ({ row }) => { shown.push(row); }, onIdle: () => { idle++; } });
  return {
    ledger, shown, started, formulas,
    idleCount: () => idle,
    ask: (row: number, key = 'EURUSD', formula = FORMULA): Outcome | undefined => {
      formulas.set(row, formula);
      return ledger.ask(cellAt(row), formula, {
        key,
        start: (cancellation) => new Promise((resolve) => {
          started.push({ key, answer: resolve, isCancelled: () => cancellation.isCancelled });
        }),
      });
    },
    endPass: () => ledger.endPass(({ row }) => formulas.get(row) ?? ''),
  };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('a pass', () => {
  it('starts nothing until it ends, then everything at once', () => {
    const { ask, endPass, started } = open();
    for (const row of [1, 2, 3]) expect(ask(row)).toBeUndefined();
    expect(started).toHaveLength(0);
    expect(endPass()).toBe(3);
    expect(started).toHaveLength(3);
  });

  it('that reads an answer does not ask for it again, whereas the next one does', async () => {
    const { ask, endPass, started, shown } = open();
    ask(1);
    endPass();
    started[0]?.answer([[1]]);
    await settled();
    expect(shown).toEqual([1]);
    expect(ask(1)).toEqual([[1]]);
    expect(ask(1)).toEqual([[1]]);
    expect(endPass()).toBe(0);
    expect(ask(1)).toEqual([[1]]);
    expect(endPass()).toBe(1);
  });

  it('asks once for a question that is still under way', () => {
    const { ask, endPass } = open();
    ask(1);
    expect(endPass()).toBe(1);
    ask(1);
    expect(endPass()).toBe(0);
  });
});

describe('an answer', () => {
  it('that is the same as the last one is not shown again', async () => {
    const { ask, endPass, started, shown } = open();
    const answers: Outcome[] = [[[{ value: 1, format: '0.0' }]], [[{ value: 1, format: '0.0' }]], [[{ value: 1, format: '0.00' }]]];
    for (const answer of answers) {
      ask(1);
      endPass();
      started.at(-1)?.answer(answer);
      await settled();
      ask(1);
      endPass();
    }
    expect(shown).toEqual([1, 1]);
  });

  it('that is an error with another sentence is shown', async () => {
    const { ask, endPass, started, shown } = open();
    for (const message of ['one', 'one', 'two']) {
      ask(1);
      if (endPass() === 0) { ask(1); endPass(); }
      started.at(-1)?.answer(new CellError('#N/A', message));
      await settled();
    }
    expect(shown).toEqual([1, 1]);
  });

  it('tells when it was the last one under way', async () => {
    const { ask, endPass, started, idleCount } = open();
    ask(1);
    ask(2);
    endPass();
    started[0]?.answer([[1]]);
    await settled();
    expect(idleCount()).toBe(0);
    started[1]?.answer([[2]]);
    await settled();
    expect(idleCount()).toBe(1);
  });
});

describe('a cell', () => {
  it('whose formula was deleted is cancelled and its answer dropped', async () => {
    const { ask, endPass, started, shown, formulas } = open();
    ask(1);
    endPass();
    formulas.delete(1);
    endPass();
    expect(started[0]?.isCancelled()).toBe(true);
    started[0]?.answer([[1]]);
    await settled();
    expect(shown).toEqual([]);
  });

  it('whose formula was replaced forgets what the old one asked', () => {
    const { ask, endPass, started, ledger } = open();
    ask(1);
    endPass();
    ask(1, 'GBPUSD', '=MD.QUOTE("GBPUSD")');
    endPass();
    expect(started.map(({ key, isCancelled }) => [key, isCancelled()])).toEqual([['EURUSD', true], ['GBPUSD', false]]);
    expect(ledger.outcomesAt(cellAt(1))).toEqual([]);
  });

  it('whose arguments changed drops the question that it no longer asks', () => {
    const { ask, endPass, started } = open();
    ask(1, 'EURUSD');
    endPass();
    ask(1, 'USDJPY');
    endPass();
    expect(started.map(({ isCancelled }) => isCancelled())).toEqual([true, false]);
  });

  it('that merely was not evaluated keeps its question', () => {
    const { ask, endPass, started } = open();
    ask(1);
    endPass();
    ask(2);
    endPass();
    expect(started[0]?.isCancelled()).toBe(false);
  });
});
