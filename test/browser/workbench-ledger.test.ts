import { CellError } from '../../src/core/errors';
import type { Outcome } from '../../src/functions/evaluate/invoke';
import { CallLedger } from '../../src/workbench/engine/call-ledger';
import type { CellPosition } from '../../src/workbench/engine/cell-position';

const FORMULA = '=MD.QUOTE("EURUSD")';
const cellAt = (row: number): CellPosition => ({ unitId: 'book', sheetId: 'sheet', row, column: 0 });

/** A ledger in a sheet of formulas, and the questions that were started, to be answered by hand. */
function open() {
  const formulas = new Map<number, string>();
  const shown: number[] = [];
  const started: {
    readonly key: string;
    readonly answer: (outcome: Outcome) => void;
    readonly isCancelled: () => boolean;
  }[] = [];
  let idle = 0;
  const ledger = new CallLedger({
    onAnswer: ({ row }) => shown.push(row),
    onIdle: () => idle++,
  });
  return {
    ledger,
    shown,
    started,
    formulas,
    idleCount: () => idle,
    ask: (row: number, key = 'EURUSD', formula = FORMULA): Outcome | undefined => {
      formulas.set(row, formula);
      return ledger.askCell(cellAt(row), formula, {
        key,
        start: (cancellation) =>
          new Promise((resolve) => started.push({ key, answer: resolve, isCancelled: () => cancellation.isCancelled })),
      });
    },
    endPass: () => ledger.endPass(({ row }) => formulas.get(row) ?? ''),
  };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('a calculation pass', () => {
  it('starts no calls until it ends, and then all at once', () => {
    const { ask, endPass, started } = open();
    for (const row of [1, 2, 3]) expect(ask(row)).toBeUndefined();
    expect(started).toHaveLength(0);
    expect(endPass()).toBe(3);
    expect(started).toHaveLength(3);
  });

  it('does not repeat a call whose answer it reads, but the next pass does', async () => {
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

  it('joins a call that is still pending', () => {
    const { ask, endPass } = open();
    ask(1);
    expect(endPass()).toBe(1);
    ask(1);
    expect(endPass()).toBe(0);
  });
});

describe('an answer for a cell', () => {
  it('is not shown again if it equals the last one', async () => {
    const { ask, endPass, started, shown } = open();
    const answers: Outcome[] = [
      [[{ value: 1, format: '0.0' }]],
      [[{ value: 1, format: '0.0' }]],
      [[{ value: 1, format: '0.00' }]],
    ];
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

  it('is shown if it is an error with another sentence', async () => {
    const { ask, endPass, started, shown } = open();
    for (const message of ['one', 'one', 'two']) {
      ask(1);
      if (endPass() === 0) {
        ask(1);
        endPass();
      }
      started.at(-1)?.answer(new CellError('#N/A', message));
      await settled();
    }
    expect(shown).toEqual([1, 1]);
  });

  it('reports whether it was the last pending one', async () => {
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

describe('a cell in the ledger', () => {
  it('is cancelled and its answer dropped if its formula is deleted', async () => {
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

  it('forgets the calls of its old formula if that is replaced', () => {
    const { ask, endPass, started, ledger } = open();
    ask(1);
    endPass();
    ask(1, 'GBPUSD', '=MD.QUOTE("GBPUSD")');
    endPass();
    expect(started.map(({ key, isCancelled }) => [key, isCancelled()])).toEqual([
      ['EURUSD', true],
      ['GBPUSD', false],
    ]);
    expect(ledger.outcomesAt(cellAt(1))).toEqual([]);
  });

  it('drops a call that it no longer makes if its arguments change', () => {
    const { ask, endPass, started } = open();
    ask(1, 'EURUSD');
    endPass();
    ask(1, 'USDJPY');
    endPass();
    expect(started.map(({ isCancelled }) => isCancelled())).toEqual([true, false]);
  });

  it('keeps its call if it was not evaluated', () => {
    const { ask, endPass, started } = open();
    ask(1);
    endPass();
    ask(2);
    endPass();
    expect(started[0]?.isCancelled()).toBe(false);
  });
});

describe('a stream in the ledger', () => {
  /** A cell that follows a price, and what the ledger asked of it. */
  function follow() {
    const formulas = new Map([[1, '=MD.LIVE("EURUSD")']]);
    const shown: number[] = [];
    const opened: {
      readonly key: string;
      readonly tell: (outcome: Outcome) => void;
      readonly later: (outcome: Outcome) => void;
      readonly isCancelled: () => boolean;
    }[] = [];
    let lost = 0;
    const ledger = new CallLedger({
      onAnswer: ({ row }) => shown.push(row),
      onIdle: () => undefined,
      onStreamLost: () => lost++,
    });
    return {
      ledger,
      shown,
      opened,
      formulas,
      lostCount: () => lost,
      ask: (key = 'EURUSD') =>
        ledger.askCell(cellAt(1), formulas.get(1) ?? '', {
          key,
          isStream: true,
          start: (cancellation, later) =>
            new Promise((resolve) => {
              opened.push({ key, tell: resolve, later, isCancelled: () => cancellation.isCancelled });
            }),
        }),
      endPass: () => ledger.endPass(({ row }) => formulas.get(row) ?? ''),
    };
  }

  it('has nothing to show until its first value, and is not called again afterwards', async () => {
    const { ask, endPass, opened, shown, ledger } = follow();
    expect(ask()).toBeUndefined();
    expect(endPass()).toBe(1);
    expect(ledger.isRunning).toBe(true);
    opened[0]?.tell([[1]]);
    await settled();
    expect(shown).toEqual([1]);
    expect(ledger.isRunning).toBe(false);
    for (let pass = 0; pass < 3; pass++) {
      expect(ask()).toEqual([[1]]);
      expect(endPass()).toBe(0);
    }
  });

  it('shows every later value, except one that looks the same', async () => {
    const { ask, endPass, opened, shown } = follow();
    ask();
    endPass();
    opened[0]?.tell([[1]]);
    await settled();
    for (const value of [2, 2, 3]) opened[0]?.later([[value]]);
    expect(shown).toEqual([1, 1, 1]);
    expect(ask()).toEqual([[3]]);
  });

  it.each([
    ['deleted', ''],
    ['replaced', '=1+1'],
  ])('ends when its formula is %s, and the sheet is notified', async (_, formula) => {
    const { ask, endPass, opened, shown, formulas, lostCount } = follow();
    ask();
    endPass();
    opened[0]?.tell([[1]]);
    await settled();
    formulas.set(1, formula);
    endPass();
    expect(opened[0]?.isCancelled()).toBe(true);
    expect(lostCount()).toBe(1);
    opened[0]?.later([[2]]);
    expect(shown).toEqual([1]);
  });

  it('restarts when its arguments change', () => {
    const { ask, endPass, opened } = follow();
    ask('EURUSD');
    endPass();
    ask('USDJPY');
    endPass();
    expect(opened.map(({ key, isCancelled }) => [key, isCancelled()])).toEqual([
      ['EURUSD', true],
      ['USDJPY', false],
    ]);
  });
});
