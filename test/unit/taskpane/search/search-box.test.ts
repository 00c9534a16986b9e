import type { Entry } from '../../../../src/taskpane/completion/entries';
import { lastMonth } from '../../../../src/taskpane/search/find-functions';
import { exchangeHit, instrumentHits } from '../../../../src/taskpane/search/search-box';

const entryOf = (code: string, area?: Entry['area']): Entry => ({
  code,
  name: 'Name',
  others: [],
  ...(area && { area }),
});
const MONTH = lastMonth(Date.UTC(2026, 10, 29, 21));
const YEAR = { rest: '', start: '2026-01-01', end: '2027-01-01', interval: 'day', fields: 'time,close' };

describe('a search offers', () => {
  test.each([
    ['the quote of a pair', entryOf('EURUSD', 'currencies'), undefined, ['=MD.QUOTE("EURUSD")']],
    ['the quote of a stock, with its area', entryOf('AAPL', 'stocks'), undefined, ['=MD.QUOTE("stocks:AAPL")']],
    [
      'the quote and the history of an index',
      entryOf('SPX', 'indices'),
      undefined,
      ['=MD.QUOTE("indices:SPX")', '=MD.TICKS("SPX","2026-10-30","2026-11-30",,"time,close",,"day")'],
    ],
    [
      'the history of an index alone where a time is named',
      entryOf('SPX', 'indices'),
      YEAR,
      ['=MD.TICKS("SPX","2026-01-01","2027-01-01",,"time,close",,"day")'],
    ],
    [
      'the history of an index with all fields where bars are named',
      entryOf('SPX', 'indices'),
      { ...YEAR, fields: undefined },
      ['=MD.TICKS("SPX","2026-01-01","2027-01-01",,,,"day")'],
    ],
    [
      'the quote of a stock where a time is named, since stocks have no history',
      entryOf('AAPL', 'stocks'),
      YEAR,
      ['=MD.QUOTE("stocks:AAPL")'],
    ],
  ] as const)('%s', (_, entry, time, formulas) => {
    expect(instrumentHits(entry, 'currencies', MONTH, time).map(({ detail }) => detail)).toEqual(formulas);
  });

  test('the hours of an exchange', () => {
    expect(exchangeHit(entryOf('XNYS'))).toEqual([
      { key: 'HOURS XNYS', title: 'XNYS Name', detail: '=MD.HOURS("XNYS")', id: 'HOURS', entries: { mics: 'XNYS' } },
    ]);
  });

  test('an index with the arguments of its history by name', () => {
    const [hit] = instrumentHits(entryOf('SPX', 'indices'), 'currencies', MONTH, YEAR);
    expect(hit?.entries).toEqual({
      symbol: 'SPX',
      start: '2026-01-01',
      end: '2027-01-01',
      fields: 'time,close',
      interval: 'day',
    });
  });
});
