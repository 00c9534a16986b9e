import { ServiceError, networkError, statusError } from '../../../src/api/service-error';
import { LastValues } from '../../../src/app/last-values';
import { type Cell, isFormatted, type Matrix } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import { createCall } from '../../support/evaluate';

const at = (clock: string): number => new Date(`2026-11-20T${clock}:00`).getTime();
const FAILED = statusError(500);

function createLastValues(mostWeight?: number) {
  const clock = {
    clock: at('12:03'),
    notes: [] as string[],
    now: () => clock.clock,
    note: (text: string) => void clock.notes.push(text),
  };
  const lastValues = new LastValues(clock, mostWeight);
  const show = (
    result: Matrix | Cell,
    id = 'TEST',
    values: readonly unknown[] = [],
    names: readonly string[] = [],
  ): unknown => {
    const shown = lastValues.fill({ id, values, names }, result);
    return Array.isArray(shown) ? shown.map((row) => row.map(plain)) : plain(shown);
  };
  return { clock, lastValues, show };
}

/** A number as "value|format". */
const plain = (cell: Cell): unknown => (isFormatted(cell) ? `${cell.value}|${cell.format}` : cell);

describe('while the service fails', () => {
  test('a formula shows its last value with its time, and the pane says why', () => {
    const { show, clock } = createLastValues();
    expect(show([[1.5, 'open']])).toEqual([[1.5, 'open']]);
    clock.clock = at('12:30');
    expect(show(FAILED)).toEqual([['1.5|General" ⏱ 12:03"', 'open ⏱ 12:03']]);
    expect(clock.notes).toEqual([
      'The service failed: cells that can be marked show their last value of this session under a clock ⏱ and its time',
    ]);
  });

  test('a formula that never had a value shows the error', () => {
    const { show, clock } = createLastValues();
    expect(show(FAILED)).toBe(FAILED);
    expect(clock.notes).toEqual([]);
  });

  test('the first value afterwards counts as fresh again', () => {
    const { show } = createLastValues();
    show(1.5);
    show(FAILED);
    expect(show(1.6)).toBe(1.6);
  });

  test('only the failed cells show last values, each with its own time', () => {
    const { show, clock } = createLastValues();
    show([[1], [2]]);
    clock.clock = at('12:10');
    expect(show([[1.1], [FAILED]])).toEqual([[1.1], ['2|General" ⏱ 12:03"']]);
    clock.clock = at('12:20');
    expect(show([[FAILED], [FAILED]])).toEqual([['1.1|General" ⏱ 12:10"'], ['2|General" ⏱ 12:03"']]);
  });

  test('a cell that had failed before shows the error', () => {
    const { show } = createLastValues();
    const first = networkError('https://service.test');
    show([[1], [first]]);
    expect(show([[FAILED], [FAILED]])).toEqual([[FAILED], [FAILED]]);
    show([[1], [2]]);
    expect(show([[FAILED], [FAILED]])).toEqual([['1|General" ⏱ 12:03"'], ['2|General" ⏱ 12:03"']]);
  });

  test.each(['cancelled', 'preview', 'no-key'] as const)(
    'a call that got no answer before (%s) leaves the last value as it was',
    (kind) => {
      const { show } = createLastValues();
      const none = new ServiceError(kind, 'No answer');
      show([[1], [2]]);
      expect(show([[none], [none]])).toEqual([[none], [none]]);
      expect(show([[FAILED], [none]])).toEqual([['1|General" ⏱ 12:03"'], [none]]);
      expect(show([[FAILED], [FAILED]])).toEqual([['1|General" ⏱ 12:03"'], ['2|General" ⏱ 12:03"']]);
    },
  );

  test('a table that lost rows to the failure is shown as it was last', () => {
    const { show } = createLastValues();
    show([
      ['AAPL', 1],
      ['AAPL', 2],
      ['MSFT', 3],
    ]);
    expect(
      show([
        ['AAPL', FAILED],
        ['MSFT', 4],
      ]),
    ).toEqual([
      ['AAPL ⏱ 12:03', '1|General" ⏱ 12:03"'],
      ['AAPL ⏱ 12:03', '2|General" ⏱ 12:03"'],
      ['MSFT ⏱ 12:03', '3|General" ⏱ 12:03"'],
    ]);
  });

  test('headers stay unchanged, so that they are still found by name', () => {
    const { show } = createLastValues();
    show(
      [
        ['mic', 'date'],
        ['XNYS', 1],
      ],
      'HOURS',
      [],
      ['mic', 'date'],
    );
    expect(show(FAILED, 'HOURS', [], ['mic', 'date'])).toEqual([
      ['mic', 'date'],
      ['XNYS ⏱ 12:03', '1|General" ⏱ 12:03"'],
    ]);
  });

  test('an error that is no failure of the service stays an error', () => {
    const { show } = createLastValues();
    const unpublished = new CellError('#N/A', '"bid" is not published');
    show([[1, unpublished]]);
    expect(show(FAILED)).toEqual([['1|General" ⏱ 12:03"', unpublished]]);
  });
});

describe('the record of a shown last value', () => {
  const formula = { id: 'TEST', values: [], names: [] };
  const askedAt = (time: number) => createCall({ trace: { oldest: { at: time } } });

  test('has the reason why there is no newer one, even for a text, and the time of its request', () => {
    const { lastValues } = createLastValues();
    lastValues.fill(formula, 'open', askedAt(at('11:58')));
    const call = askedAt(at('12:03'));
    expect(lastValues.fill(formula, FAILED, call)).toEqual([['open ⏱ 11:58']]);
    expect(call.trace?.lastShown).toEqual({ failure: FAILED, askedAt: at('11:58') });
  });

  test('has the age of the oldest value shown', () => {
    const { lastValues } = createLastValues();
    lastValues.fill(formula, [[1], [2]], askedAt(at('11:50')));
    lastValues.fill(formula, [[1.1], [FAILED]], askedAt(at('11:55')));
    const call = askedAt(at('12:00'));
    lastValues.fill(formula, [[FAILED], [2.1]], call);
    expect(call.trace?.lastShown?.askedAt).toBe(at('11:55'));
  });

  test('is empty once a value is fresh', () => {
    const { lastValues } = createLastValues();
    lastValues.fill(formula, 'open', askedAt(at('11:58')));
    lastValues.fill(formula, FAILED, askedAt(at('11:59')));
    const call = askedAt(at('12:00'));
    lastValues.fill(formula, 'open', call);
    expect(call.trace?.lastShown).toBeUndefined();
  });
});

describe('a failure of the service', () => {
  test.each<[string, CellError]>([
    ...[408, 429, 500, 502, 503, 504].map((status) => [`status ${status}`, statusError(status)] as [string, CellError]),
    ['no connection', networkError('https://service.test')],
    ['no answer in time', new ServiceError('timeout', 'late')],
    ['a body that cannot be read', new ServiceError('body', 'a web page')],
  ])('includes %s', (_, error) => {
    const { show } = createLastValues();
    show(1);
    expect(show(error)).toEqual([['1|General" ⏱ 12:03"']]);
  });

  test.each<[string, CellError]>([
    ...[400, 401, 403, 404].map((status) => [`status ${status}`, statusError(status)] as [string, CellError]),
    ['a refused argument', new ServiceError('refused-argument', 'limit: too large', { code: '#VALUE!', status: 422 })],
    ['no key', new ServiceError('no-key', 'Enter your API key')],
    ['a preview', new ServiceError('preview', 'Press Enter to fetch')],
    ['an unknown symbol', new CellError('#N/A', '"NOSUCH" has no quote')],
  ])('does not include %s', (_, error) => {
    const { show } = createLastValues();
    show(1);
    expect(show(error)).toBe(error);
  });
});

describe('the store of last values', () => {
  test('separates functions and arguments', () => {
    const { show } = createLastValues();
    show(1, 'QUOTE', ['EURUSD']);
    expect(show(FAILED, 'QUOTE', ['GBPUSD'])).toBe(FAILED);
    expect(show(FAILED, 'CONVERT', ['EURUSD'])).toBe(FAILED);
  });

  test('is bounded, and drops the value that was fresh longest ago first', () => {
    const { show } = createLastValues(600);
    for (const symbol of ['A', 'B', 'A', 'C']) show(1, 'QUOTE', [symbol]);
    const shown = ['A', 'B', 'C'].map((symbol) => show(FAILED, 'QUOTE', [symbol]));
    expect(shown.map((result) => result === FAILED)).toEqual([false, true, false]);
  });

  test('holds up to 400,000 numbers', () => {
    const { show } = createLastValues();
    const tables = Array.from({ length: 41 }, (_, table) => [table]);
    for (const values of tables)
      show(
        Array.from({ length: 10_000 }, () => [1]),
        'TICKS',
        values,
      );
    expect(tables.filter((values) => show(FAILED, 'TICKS', values) === FAILED)).toEqual([[0]]);
  });

  test('refuses a table that could be too large for a spreadsheet with its marks', () => {
    const { show } = createLastValues();
    show(Array.from({ length: 10_001 }, () => [1]));
    expect(show(FAILED)).toBe(FAILED);
  });
});

describe('pending results', () => {
  const formula = { id: 'TEST', values: [], names: [] };

  test('give way to last values if they fail', async () => {
    const { lastValues } = createLastValues();
    await lastValues.fillLater(formula, Promise.resolve(1));
    expect(await lastValues.fillLater(formula, Promise.reject(FAILED))).toMatchObject([[{ value: 1 }]]);
  });

  test('reject as usual if they fail for other reasons', async () => {
    const { lastValues } = createLastValues();
    await lastValues.fillLater(formula, Promise.resolve(1));
    const closed = new ServiceError('closed', 'The settings changed');
    await expect(lastValues.fillLater(formula, Promise.reject(closed))).rejects.toBe(closed);
  });
});
