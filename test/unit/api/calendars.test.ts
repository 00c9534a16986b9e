import { type CalendarOperation, type CalendarQuestion, createCalendarLookup } from '../../../src/api/calendars';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';
import { Cancellation } from '../../../src/core/call';

const HOLIDAYS = 'GET /stocks/markets/holidays';
const MARKETS = 'GET /stocks/markets';
const STATUS = 'GET /stocks/markets/status';

/** A calendar whose every answer is these records. */
function setUp(id: CalendarOperation, rows: readonly Row[]) {
  const { transport, context, sent } = createStub(() => rows);
  const lookup = createCalendarLookup(id, transport, context);
  const read = async (question: CalendarQuestion) => lookup.read(question, createCall());
  return { read, sent };
}

const holiday = (mic: string, date: string): Row => ({ mic, date });

describe('a calendar', () => {
  test('finds the records of a market by its code in any case, and none for an unknown market', async () => {
    const { read, sent } = setUp(HOLIDAYS, [
      holiday('xnys', '2026-11-26'),
      holiday('XLON', '2026-12-25'),
      { mic: 7, date: '2026-01-01' },
    ]);
    expect(await Promise.all(['XNYS', 'XLON', 'XTKS'].map((mic) => read({ mic })))).toEqual([
      [holiday('xnys', '2026-11-26')],
      [holiday('XLON', '2026-12-25')],
      [],
    ]);
    expect(sent.map(({ values }) => values)).toEqual([
      { mic: ['XNYS', 'XLON', 'XTKS'], start: undefined, end: undefined },
    ]);
  });

  test('is requested as a whole if one of the questions covers every market, and each question gets its part', async () => {
    const rows = [holiday('xnys', '2026-11-26'), holiday('XLON', '2026-12-25')];
    const { read, sent } = setUp(HOLIDAYS, rows);
    expect(await Promise.all([read({ mic: undefined }), read({ mic: 'XNYS' })])).toEqual([rows, [rows[0]]]);
    expect(sent.map(({ values }) => values)).toEqual([{ start: undefined, end: undefined }]);
  });

  test('finds a market in another spelling, in a list and in the calendar of all markets', async () => {
    for (const said of ['xnys ', 'X-NYS', 'XNYS.']) {
      const { read } = setUp(HOLIDAYS, [holiday('XLON', '2026-12-25'), holiday(said, '2026-11-26')]);
      const ofAll = Promise.all([read({ mic: 'XNYS' }), read({ mic: undefined })]);
      expect((await ofAll)[0]).toEqual([holiday(said, '2026-11-26')]);
      expect(await setUp(HOLIDAYS, [holiday(said, '2026-11-26')]).read({ mic: 'XNYS' })).toHaveLength(1);
    }
    const two = setUp(HOLIDAYS, [holiday('X-NYS', '2026-11-26'), holiday('XNYS.', '2026-11-26')]);
    expect((await Promise.all([two.read({ mic: 'XNYS' }), two.read({ mic: undefined })]))[0]).toEqual([]);
  });

  test.each([[undefined], ['XNYS']])(
    'has each day of a market once, and every record that has no day: %s',
    async (mic) => {
      const [day, other] = [holiday('XNYS', '2026-11-26'), holiday('XNYS', '2026-11-27')];
      const { read } = setUp(HOLIDAYS, [day, other, { ...day }, { mic: 'XNYS' }, { mic: 'XNYS' }]);
      expect(await read({ mic })).toEqual([day, other, { mic: 'XNYS' }, { mic: 'XNYS' }]);
    },
  );

  test('has both sessions of a day once', async () => {
    const [morning, afternoon] = ['09:00', '12:30'].map((opens) => ({ ...holiday('XTKS', '2026-11-26'), opens }));
    const { read } = setUp(HOLIDAYS, [morning!, afternoon!, { ...morning }, { ...afternoon }]);
    expect(await read({ mic: 'XTKS' })).toEqual([morning, afternoon]);
  });

  test('has equal records of two days both', async () => {
    const rows = ['2026-11-26', '2026-11-27'].map((date) => holiday('XNYS', date));
    expect(await setUp(HOLIDAYS, rows).read({ mic: 'XNYS' })).toEqual(rows);
  });

  test('without dates has each market once', async () => {
    expect(
      await setUp(MARKETS, [
        { mic: 'XNYS', city: 'New York' },
        { mic: 'XNYS', city: 'New York' },
        { mic: 'XLON', city: 'London' },
      ]).read({ mic: undefined }),
    ).toHaveLength(2);
  });

  test('is requested again for other dates', async () => {
    const { read, sent } = setUp(HOLIDAYS, []);
    await Promise.all([
      read({ mic: 'XNYS', start: '2026-01-01' }),
      read({ mic: 'XNYS', end: '2026-01-01' }),
      read({ mic: 'XLON', start: '2026-01-01' }),
    ]);
    expect(sent.map(({ values }) => values)).toEqual([
      { mic: ['XNYS', 'XLON'], start: '2026-01-01', end: undefined },
      { mic: ['XNYS'], start: undefined, end: '2026-01-01' },
    ]);
  });

  test.each([[undefined], ['XNYS']])('is a request of the formulas that ask: %s', async (mic) => {
    const { read, sent } = setUp(HOLIDAYS, []);
    await read({ mic });
    expect(sent[0]!.askers).toMatchObject([{ question: { mic } }]);
  });

  test('is requested in lists of at most 1,500 characters', async () => {
    const { read, sent } = setUp(HOLIDAYS, []);
    await Promise.all(Array.from({ length: 301 }, (_, index) => read({ mic: `X${String(index).padStart(3, '0')}` })));
    expect(sent.map(({ values: { mic } }) => String(mic).length)).toEqual([1_499, 4]);
  });

  test.each([[undefined], ['XNYS']])(
    'goes on while anybody waits for it, and stops when nobody does: %s',
    async (mic) => {
      const [one, other] = [new Cancellation(), new Cancellation()];
      const signal = await new Promise<AbortSignal>((resolve) => {
        const { transport, context, sent } = createStub(() => {
          resolve(sent[0]!.signal);
          return new Promise(() => undefined);
        });
        const lookup = createCalendarLookup(HOLIDAYS, transport, context);
        for (const [asked, cancellation] of [
          ['XLON', one],
          [mic, other],
        ] as const) {
          void Promise.resolve(lookup.read({ mic: asked }, createCall({ cancellation })));
        }
      });
      one.cancel();
      expect(signal.aborted).toBe(false);
      other.cancel();
      expect(signal.aborted).toBe(true);
    },
  );
});

describe('the cached answer of a calendar', () => {
  const complete: Row = {
    exchange: 'NYSE',
    flag: 'US',
    mic: 'XNYS',
    date: '2026-11-26',
    day_of_week: 'Thursday',
    is_weekend: false,
    is_business_day: true,
    holiday_name: null,
    is_early_close: null,
    open_time: null,
    close_time: null,
  };

  test.each<[string, CalendarOperation, readonly Row[], boolean]>([
    ['with every field of its record', HOLIDAYS, [complete], true],
    ['that lacks a field', HOLIDAYS, [{ mic: 'XNYS', date: '2026-11-26' }], false],
    ['without records', HOLIDAYS, [], false],
    ['whose fields are published nowhere', STATUS, [{ mic: 'XNYS' }], true],
  ])('is kept if it looks complete, and only then: an answer %s', async (_, id, rows, isKept) => {
    const { read, sent } = setUp(id, rows);
    await read({ mic: 'XNYS' });
    await read({ mic: 'XNYS' });
    expect(sent).toHaveLength(isKept ? 1 : 2);
  });

  test('is not used for another market or other dates', async () => {
    const { read, sent } = setUp(HOLIDAYS, [complete]);
    for (const question of [
      { mic: 'XNYS' },
      { mic: undefined },
      { mic: 'XNYS', start: '2026-11-01' },
      { mic: 'XNYS', end: '2026-11-01' },
    ])
      await read(question);
    expect(sent).toHaveLength(4);
  });
});
