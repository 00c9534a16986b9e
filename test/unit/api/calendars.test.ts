import { type CalendarOperation, type CalendarQuestion, createCalendarLookup } from '../../../src/api/calendars';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';

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
  test.each([[undefined], ['XNYS']])(
    'has each day of a market once, and every record that has no day: %s',
    async (mic) => {
      const [day, other] = [holiday('XNYS', '2026-11-26'), holiday('XNYS', '2026-11-27')];
      const { read } = setUp(HOLIDAYS, [day, other, { ...day }, { mic: 'XNYS' }, { mic: 'XNYS' }]);
      expect(await read({ mic })).toEqual([day, other, { mic: 'XNYS' }, { mic: 'XNYS' }]);
    },
  );

  test('without dates has each market once', async () => {
    expect(
      await setUp(MARKETS, [
        { mic: 'XNYS', city: 'New York' },
        { mic: 'XNYS', city: 'New York' },
        { mic: 'XLON', city: 'London' },
      ]).read({ mic: undefined }),
    ).toHaveLength(2);
  });

  test('is requested in lists of at most 1,500 characters', async () => {
    const { read, sent } = setUp(HOLIDAYS, []);
    await Promise.all(Array.from({ length: 301 }, (_, index) => read({ mic: `X${String(index).padStart(3, '0')}` })));
    expect(sent.map(({ values: { mic } }) => String(mic).length)).toEqual([1_499, 4]);
  });
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
});
