import { decode, decodeRefusal } from '../../../src/api/decode';
import { operationOf } from '../../../src/api/operations';

const MARKETS = operationOf('GET /stocks/markets');
const QUOTES = operationOf('GET /currencies/quotes');
const TICKS = operationOf('GET /indices/{symbol}/ticks');
const FILINGS = operationOf('GET /stocks/filings');
const SCORES = operationOf('GET /stocks/{symbol}/scores');
const USAGE = operationOf('GET /account/usage');

describe('decoding an answer', () => {
  test('takes an array as rows', () => {
    expect(decode(MARKETS, '[{"mic":"XNYS"}]').rows).toEqual([{ mic: 'XNYS' }]);
  });

  test('takes the items of an object, and lets unknown fields through', () => {
    expect(decode(QUOTES, '{"items":[{"symbol":"EURUSD","mid":1.1,"extra":true}],"more":1}').rows).toEqual([{ symbol: 'EURUSD', mid: 1.1, extra: true }]);
  });

  test('takes the items and the cursors of a page; a cursor left out is none', () => {
    expect(decode(TICKS, '{"items":[],"next_page":"abc","previous_page":null}')).toMatchObject({
      rows: [], cursors: { next: 'abc', previous: null, current: null, currentBackwards: null },
    });
  });

  test('takes the filings of a company, the data of a score, any body of an unpublished shape', () => {
    expect(decode(FILINGS, '{"ticker":"AAPL","filings":[{"filing_type":"10-K"}]}').rows).toEqual([{ filing_type: '10-K' }]);
    expect(decode(SCORES, '{"data":7,"symbol":null}').rows).toEqual([{ data: 7, symbol: null }]);
    expect(decode(USAGE, '{"1763596800":{"requests":3}}').body).toEqual({ 1763596800: { requests: 3 } });
  });

  test.each([
    [QUOTES, '[]', 'something other than an object with items'],
    [QUOTES, '{"items":{}}', 'something other than an object with items'],
    [QUOTES, '{"items":[null]}', 'something other than an object with items'],
    [MARKETS, '{"items":[]}', 'something other than a list of records'],
    [TICKS, '{"items":[],"next_page":7}', 'something other than a page of items'],
    [FILINGS, '[]', 'something other than an object with filings'],
    [SCORES, '{"symbol":"AAPL"}', 'something other than an object with data'],
    [QUOTES, '', 'an empty answer'],
    [QUOTES, '<html><body>Log in</body></html>', 'a web page instead of data'],
    [QUOTES, '{"items":[{"symb', 'an answer that is cut off or not JSON'],
  ])('refuses a body of the wrong shape: %# %s', (operation, body, what) => {
    expect(() => decode(operation, body)).toThrow(expect.objectContaining({
      code: '#N/A', kind: 'body', message: `The service sent ${what}: check the service address in the MD pane, then recalculate`,
    }) as Error);
  });
});

describe('decoding a refusal', () => {
  const body = JSON.stringify({ detail: [{ loc: ['query', 'name'], msg: 'Input should be \'piotroski\'', type: 'enum' }] });

  test('names the parameter as the product does, and quotes the service', () => {
    expect(decodeRefusal(SCORES, body, (wire) => (wire === 'name' ? 'model' : wire))).toBe('model: the service says "Input should be \'piotroski\'" (422)');
  });

  test.each(['', '{}', '{"detail":"no"}', '{"detail":[]}', '<html>'])('finds no sentence in %j', (text) => {
    expect(decodeRefusal(SCORES, text, (wire) => wire)).toBeUndefined();
  });
});
