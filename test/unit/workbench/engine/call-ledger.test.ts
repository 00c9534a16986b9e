import { PriceError } from '../../../../src/api/price-error';
import { CellError } from '../../../../src/core/errors';
import type { Outcome } from '../../../../src/functions/evaluate/invoke';
import { CallLedger } from '../../../../src/workbench/engine/call-ledger';

const cellAt = (row: number) => ({ unitId: 'book', sheetId: 'sheet', row, column: 0 });
const settled = (): Promise<void> => new Promise(setImmediate);

/** A sheet of formulas that ask, and the questions that were started, to be answered by hand. */
function open() {
  const formulas = new Map<number, string>();
  const shown: number[] = [];
  const kept: Outcome[] = [];
  const seen = { idle: 0, streamsLost: 0 };
  const started: {
    readonly key: string;
    /** Later answers are those of a stream. */
    readonly answer: (outcome: Outcome) => Promise<void>;
    isCancelled: boolean;
    /** How many questions had been started when it was cancelled. */
    startedBefore?: number;
  }[] = [];
  const ledger = new CallLedger({
    onAnswer: ({ row }) => shown.push(row),
    onIdle: () => seen.idle++,
    onStreamLost: () => seen.streamsLost++,
  });
  const formulaAt = ({ row }: { row: number }): string => formulas.get(row) ?? '';
  const ask = (row = 1, key = 'EURUSD', formula = `=MD.QUOTE("${key}")`, isStream = false): Outcome | undefined => {
    formulas.set(row, formula);
    return ledger.askCell(cellAt(row), formula, {
      key,
      isStream,
      start: (cancellation, later) => {
        let first: ((outcome: Outcome) => void) | undefined;
        const answer = (outcome: Outcome): Promise<void> => {
          (first ?? later)(outcome);
          first = undefined;
          return settled();
        };
        const question: (typeof started)[number] = { key, answer, isCancelled: false };
        cancellation.add({
          onCancel: () => Object.assign(question, { isCancelled: true, startedBefore: started.length }),
        });
        started.push(question);
        return new Promise((resolve) => (first = resolve));
      },
      keep: (outcome) => kept.push(outcome),
    });
  };
  const endPass = (): number => ledger.endPass(formulaAt);
  const evaluate = (...asked: Parameters<typeof ask>): Outcome | undefined => {
    const outcome = ask(...asked);
    endPass();
    return outcome;
  };
  return {
    ...{ ledger, formulas, shown, kept, seen, started, ask, endPass, evaluate },
    follow: (key = 'EURUSD') => ask(1, key, '=MD.LIVE(A1)', true),
    states: () => started.map(({ key, isCancelled }) => [key, isCancelled]),
    move: (from: number, to: number) => {
      formulas.set(to, formulas.get(from)!);
      formulas.delete(from);
      ledger.keepAnswers(1);
    },
  };
}

describe('a calculation pass', () => {
  test('starts no calls until it ends, and then all at once', () => {
    const { ask, endPass, started } = open();
    for (const row of [1, 2, 3]) expect(ask(row)).toBeUndefined();
    expect(started).toHaveLength(0);
    expect(endPass()).toBe(3);
    expect(started).toHaveLength(3);
  });

  test('does not repeat a call whose answer it reads, but the next pass does', async () => {
    const { ask, endPass, started, shown, evaluate } = open();
    evaluate();
    await started[0]!.answer([[1]]);
    expect([shown, ask(), ask(), endPass()]).toEqual([[1], [[1]], [[1]], 0]);
    expect([ask(), endPass()]).toEqual([[[1]], 1]);
  });

  test('shows an answer that is there at once in the next pass', () => {
    const { ledger, endPass } = open();
    let asked = 0;
    const evaluate = (): unknown => {
      const formula = '=MD.QUOTE(1)';
      const outcome = ledger.askCell(cellAt(1), formula, { key: '', start: () => [[++asked]] });
      endPass();
      return outcome;
    };
    expect([evaluate(), evaluate(), asked, evaluate(), evaluate(), asked]).toEqual([
      ...[undefined, [[1]], 1],
      ...[[[1]], [[2]], 2],
    ]);
  });

  test('joins a call that is still pending', () => {
    const { ask, endPass, evaluate } = open();
    evaluate();
    ask();
    expect(endPass()).toBe(0);
  });
});

describe('an answer for a cell', () => {
  test.each<[string, ...Outcome[]]>([
    ['number with another format', [[{ value: 1, format: '0.0' }]], [[{ value: 1, format: '0.00' }]]],
    ['error with another sentence', new CellError('#N/A', 'one'), new CellError('#N/A', 'two')],
  ])('is not shown again if it equals the last one, and is as a %s', async (_, one, other) => {
    const { ledger, evaluate, started, shown } = open();
    for (const answer of [one, one, other]) {
      ledger.expireCells([cellAt(1)]);
      evaluate();
      await started.at(-1)!.answer(answer);
    }
    expect([started.length, shown]).toEqual([3, [1, 1]]);
  });

  test.each([
    [new PriceError({ missing: 9, isMost: false }), undefined],
    [new CellError('#N/A', 'one'), new CellError('#N/A', 'one')],
  ])('that says %s is shown until the next one is there, unless it waits for the user', async (answer, shown) => {
    const { ledger, ask, evaluate, started } = open();
    evaluate();
    await started[0]!.answer(answer);
    ledger.expireCells([cellAt(1)]);
    expect(ask()).toEqual(shown);
  });

  test('that is the last pending one is reported once, when nothing is running any more', async () => {
    const { ledger, ask, endPass, started, seen } = open();
    ask(1);
    ask(2);
    endPass();
    await started[0]!.answer([[1]]);
    expect([seen.idle, ledger.isRunning]).toEqual([0, true]);
    await started[1]!.answer([[2]]);
    expect([seen.idle, ledger.isRunning]).toEqual([1, false]);
  });
});

describe('a cell in the ledger', () => {
  test('is cancelled and its answer dropped if its formula is deleted', async () => {
    const { evaluate, endPass, started, shown, formulas } = open();
    evaluate();
    formulas.delete(1);
    endPass();
    expect(started[0]!.isCancelled).toBe(true);
    await started[0]!.answer([[1]]);
    expect(shown).toEqual([]);
  });

  test.each([
    ['forgets the calls of its old formula if that is replaced', undefined],
    ['drops a call that it no longer makes if its arguments change', '=MD.QUOTE(A1)'],
  ])('%s', (_, formula) => {
    const { evaluate, states, ledger } = open();
    evaluate(1, 'EURUSD', formula);
    evaluate(1, 'GBPUSD', formula);
    expect(states()).toEqual([
      ['EURUSD', true],
      ['GBPUSD', false],
    ]);
    expect(ledger.outcomesAt(cellAt(1))).toEqual([]);
  });

  test('keeps its call if it was not evaluated', () => {
    const { evaluate, started } = open();
    evaluate(1);
    evaluate(2);
    expect(started[0]!.isCancelled).toBe(false);
  });

  test.each(['', '7', '=1+1'])('that now holds %j asks nothing, though its old formula is still evaluated', (now) => {
    const { ask, endPass, started } = open();
    ask(1, 'EURUSD', now, true);
    expect([endPass(), started]).toEqual([0, []]);
  });
});

describe('a cell that is to be recalculated', () => {
  test.each(['before', 'after'])('asks again %s an answer has just arrived', async (when) => {
    const { ledger, evaluate, started } = open();
    evaluate();
    if (when === 'before') ledger.expireCells([cellAt(1)]);
    await started[0]!.answer([[1]]);
    if (when === 'after') ledger.expireCells([cellAt(1)]);
    evaluate();
    expect(started).toHaveLength(2);
  });

  test('asks again while its answer is on its way, and does not show the first answer', async () => {
    const { ledger, evaluate, started, shown } = open();
    evaluate();
    // Evaluated again for another reason, it waits on.
    evaluate();
    expect([started.length, started[0]!.isCancelled]).toEqual([1, false]);
    ledger.expireCells([cellAt(1)]);
    evaluate();
    // The new question begins before the old one ends: they may share a request.
    expect([started.length, started[0]!.startedBefore]).toEqual([2, 2]);
    await started[0]!.answer([[1]]);
    expect([shown, evaluate(), ledger.isRunning]).toEqual([[], undefined, true]);
    await started[1]!.answer([[2]]);
    expect([shown, evaluate(), ledger.isRunning]).toEqual([[1], [[2]], false]);
  });
});

describe('a stream in the ledger', () => {
  test('has nothing to show until its first value, and is not called again afterwards', async () => {
    const { ledger, follow, endPass, started, shown } = open();
    expect([follow(), endPass(), ledger.isRunning]).toEqual([undefined, 1, true]);
    await started[0]!.answer([[1]]);
    expect([shown, ledger.isRunning]).toEqual([[1], false]);
    for (let pass = 0; pass < 3; pass++) expect([follow(), endPass()]).toEqual([[[1]], 0]);
  });

  test('is not started again by a recalculation while it waits for its first value', () => {
    const { ledger, follow, endPass, started } = open();
    for (let pass = 0; pass < 2; pass++) {
      follow();
      endPass();
      ledger.expireCells([cellAt(1)]);
    }
    expect(started).toHaveLength(1);
  });

  test('shows every later value, except one that looks the same', async () => {
    const { follow, endPass, started, shown } = open();
    follow();
    endPass();
    for (const value of [1, 2, 2, 3]) await started[0]!.answer([[value]]);
    expect([shown, follow()]).toEqual([[1, 1, 1], [[3]]]);
  });

  test.each([
    ['deleted', ''],
    ['replaced', '=1+1'],
  ])('ends when its formula is %s, and the sheet is notified', async (_, formula) => {
    const { follow, endPass, started, shown, formulas, seen } = open();
    follow();
    endPass();
    await started[0]!.answer([[1]]);
    formulas.set(1, formula);
    endPass();
    expect([started[0]!.isCancelled, seen.streamsLost]).toEqual([true, 1]);
    await started[0]!.answer([[2]]);
    expect(shown).toEqual([1]);
  });

  test('restarts when its arguments change', () => {
    const { follow, endPass, states } = open();
    for (const key of ['EURUSD', 'USDJPY']) {
      follow(key);
      endPass();
    }
    expect(states()).toEqual([
      ['EURUSD', true],
      ['USDJPY', false],
    ]);
  });
});

describe('a cell that has moved with its formula', () => {
  test.each([
    ['shows its answer where it is now without asking again, and asks when it is evaluated later', false],
    ['asks if it is recalculated before that', true],
  ])('%s', async (_, isExpired) => {
    const { ask, endPass, evaluate, ledger, started, kept, move } = open();
    evaluate();
    await started[0]!.answer([[1]]);
    evaluate();
    move(1, 5);
    if (isExpired) ledger.expireCells([cellAt(5)]);
    expect([ask(5), endPass(), kept]).toEqual(isExpired ? [undefined, 1, []] : [[[1]], 0, [[[1]]]]);
    if (isExpired) return;
    expect(ledger.outcomesAt(cellAt(5))).toEqual([[[1]]]);
    ask(5);
    expect(endPass()).toBe(1);
  });

  test('shows what its stream has shown until that has begun again', async () => {
    const { follow, endPass, started, formulas, move, ask, states } = open();
    follow();
    endPass();
    await started[0]!.answer([[1]]);
    move(1, 5);
    expect(ask(5, 'EURUSD', '=MD.LIVE(A1)', true)).toEqual([[1]]);
    expect([endPass(), states(), [...formulas.keys()]]).toEqual([
      1,
      [
        ['EURUSD', true],
        ['EURUSD', false],
      ],
      [5],
    ]);
  });
});

test.each([
  ['its formula is the same', '=MD.QUOTE("EURUSD")'],
  ['its formula refers to other cells', '=MD.QUOTE(A7)'],
])('a cell that has not moved asks nothing for the arguments that it had, if %s', async (_, formula) => {
  const { ask, endPass, evaluate, started, ledger } = open();
  evaluate();
  await started[0]!.answer([[1]]);
  evaluate();
  ledger.keepAnswers(1);
  expect([ask(1, 'EURUSD', formula), endPass()]).toEqual([[[1]], 0]);
  ledger.keepAnswers(1);
  expect([ask(1, 'GBPUSD', formula), endPass()]).toEqual([undefined, 1]);
});
