import { operationOf } from '../../../../src/api/operations';
import { decode } from '../../../../src/api/transport/wire';

const MARKETS = operationOf('GET /stocks/markets');
const QUOTES = operationOf('GET /currencies/quotes');
const TICKS = operationOf('GET /indices/{symbol}/ticks');
const FILINGS = operationOf('GET /stocks/filings');
const SCORES = operationOf('GET /stocks/{symbol}/scores');
const CONVERSION = operationOf('GET /crypto/convert/{from}/{to}');
const USAGE = operationOf('GET /account/usage');

describe('decoding an answer', () => {
  test('turns an array into rows', () => {
    expect(decode(MARKETS, '[{"mic":"XNYS"}]').rows).toEqual([{ mic: 'XNYS' }]);
  });

  test('turns the items of an object into rows, and lets unknown fields through', () => {
    expect(decode(QUOTES, '{"items":[{"symbol":"EURUSD","mid":1.1,"extra":true}],"more":1}').rows).toEqual([
      { symbol: 'EURUSD', mid: 1.1, extra: true },
    ]);
  });

  test('uses only items that are records if names are looked for', () => {
    expect(decode(QUOTES, '{"items":[null,{"symbol":"EURUSD"}]}').rows).toEqual([{ symbol: 'EURUSD' }]);
    expect(decode(QUOTES, '{"items":[]}').rows).toEqual([]);
  });

  test('turns one record into one row', () => {
    expect(decode(CONVERSION, '{"result":7}').rows).toEqual([{ result: 7 }]);
  });

  test('returns the items and the cursors of a page, and no cursor if one is left out', () => {
    expect(decode(TICKS, '{"items":[],"next_page":"abc","previous_page":null}')).toMatchObject({
      rows: [],
      cursors: { next: 'abc', current: null },
    });
  });

  test('returns the filings of a company, the data of a score, and any body of an unpublished shape', () => {
    expect(decode(FILINGS, '{"ticker":"AAPL","filings":[{"filing_type":"10-K"}]}').rows).toEqual([
      { filing_type: '10-K' },
    ]);
    expect(decode(SCORES, '{"data":7,"symbol":null}').rows).toEqual([{ data: 7, symbol: null }]);
    expect(decode(USAGE, '{"1763596800":{"requests":3}}').body).toEqual({ 1763596800: { requests: 3 } });
  });

  test.each([
    [QUOTES, '[]', 'something other than an object with items'],
    [QUOTES, '[{"symbol":"EURUSD"}]', 'something other than an object with items'],
    [SCORES, '[]', 'something other than an object with data'],
    [CONVERSION, '[]', 'something other than a record'],
    [TICKS, '[]', 'something other than a page of items'],
    [TICKS, '{"items":[7]}', 'something other than a page of items'],
    [TICKS, '{"items":[],"current_page":false}', 'something other than a page of items'],
    [MARKETS, '[{"mic":"XNYS"},null]', 'something other than a list of records'],
    [FILINGS, '{"filings":[7]}', 'something other than an object with filings'],
    [QUOTES, '{"items":{}}', 'something other than an object with items'],
    [QUOTES, '{"items":[null]}', 'something other than an object with items'],
    [MARKETS, '{"items":[]}', 'something other than a list of records'],
    [TICKS, '{"items":[],"next_page":7}', 'something other than a page of items'],
    [FILINGS, '[]', 'something other than an object with filings'],
    [SCORES, '{"symbol":"AAPL"}', 'something other than an object with data'],
    [QUOTES, '', 'an empty answer'],
    [QUOTES, ' \r\n', 'an empty answer'],
    [QUOTES, '<html><body>Log in</body></html>', 'a web page instead of data'],
    [QUOTES, '\n  <!doctype html>', 'a web page instead of data'],
    [QUOTES, 'Sorry <b>', 'an answer that is cut off or not JSON'],
    [QUOTES, 'Sorry<br>', 'an answer that is cut off or not JSON'],
    [QUOTES, '{"items":[{"symb', 'an answer that is cut off or not JSON'],
  ])('refuses a body of the wrong shape: %# %s', (operation, body, what) => {
    expect(() => decode(operation, body)).toThrow(
      expect.objectContaining({
        code: '#N/A',
        kind: 'body',
        message: `The service sent ${what}: check the service address in the MD pane, then recalculate`,
      }) as Error,
    );
  });
});
