import { createSandbox } from '../../../../src/sandbox/app';
import { parseFaults } from '../../../../src/sandbox/faults/fault';
import { asking, askOf, FRIDAY_MS, type Quote } from '../ask';
import { QUOTE_FIELDS } from '../../../support/published-fields';

interface Quotes {
  readonly items: readonly Quote[];
}

const PATH = '/currencies/quotes?symbols=EURUSD,USDJPY,GBPUSD,AUDUSD';
const SYMBOLS = ['EURUSD', 'USDJPY', 'GBPUSD', 'AUDUSD'];

const askUnder = (specs: string) => asking({ faults: parseFaults(specs) });
const quotesUnder = async (specs: string) => (await askUnder(specs)<Quotes>(PATH)).body.items;

/** Faults whose sentence in a cell shows all that they do are tested by that sentence, in test/faults. */
describe('the network fault', () => {
  test('no-cors lets no page of another origin send a request or read an answer', async () => {
    const ask = askUnder('no-cors');
    const [answer, preflight] = await Promise.all([ask(PATH), ask(PATH, { method: 'OPTIONS' })]);
    expect([
      answer.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-origin'),
    ]).toEqual([null, null]);
  });

  test('slow sends the whole answer in pieces over the given time', async () => {
    const waits: number[] = [];
    const ask = asking({
      faults: parseFaults('slow:1000'),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    expect((await ask(PATH)).text).toBe((await asking()(PATH)).text);
    expect(waits.filter((ms) => ms > 0)).toEqual(Array<number>(10).fill(100));
  });

  test('latency with jitter delays answers, each differently and never beyond its bound', async () => {
    const waits: number[] = [];
    const ask = asking({
      latencyMs: 50,
      faults: parseFaults('latency:200,jitter:100'),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    await Promise.all([ask(PATH), ask(PATH), ask(PATH)]);
    expect(new Set(waits).size).toBe(3);
    for (const ms of waits) {
      expect(ms).toBeGreaterThanOrEqual(250);
      expect(ms).toBeLessThan(350);
    }
  });
});

describe('the record fault', () => {
  test('drop-items leaves out some records', async () => {
    const items = await quotesUnder('drop-items');
    expect(items.length).toBeLessThan(SYMBOLS.length);
    for (const { symbol } of items) expect(SYMBOLS).toContain(symbol);
  });

  test('reorder keeps all records in another order', async () => {
    const symbols = (await quotesUnder('reorder')).map(({ symbol }) => symbol);
    expect([...symbols].sort()).toEqual([...SYMBOLS].sort());
    expect(symbols).not.toEqual(SYMBOLS);
  });

  test('duplicate sends each record twice', async () => {
    expect((await quotesUnder('duplicate')).map(({ symbol }) => symbol)).toEqual(
      SYMBOLS.flatMap((symbol) => [symbol, symbol]),
    );
  });

  test('lowercase sends symbols in lower case', async () => {
    expect((await quotesUnder('lowercase'))[0]?.symbol).toBe('eurusd');
    expect((await askUnder('lowercase')('/stocks/AAPL/scores')).body).toMatchObject({ symbol: 'aapl' });
  });

  test('nulls sets every value but the symbol to null', async () => {
    expect((await quotesUnder('nulls'))[0]).toEqual({
      ...Object.fromEntries(QUOTE_FIELDS.map((name) => [name, null])),
      symbol: 'EURUSD',
    });
  });

  test('wrong-types turns numbers into texts and texts into numbers', async () => {
    expect(typeof (await quotesUnder('wrong-types'))[0]?.mid).toBe('string');
    const filings = await askUnder('wrong-types')<{ filings: { filing_date: unknown }[] }>(
      '/stocks/filings?ticker=AAPL',
    );
    expect(typeof filings.body.filings[0]?.filing_date).toBe('number');
  });

  test('extra-fields adds fields, and missing-fields removes them', async () => {
    expect(Object.keys((await quotesUnder('extra-fields'))[0]!)).toEqual([
      ...QUOTE_FIELDS,
      'added_field',
      'added_object',
    ]);
    expect(Object.keys((await quotesUnder('missing-fields'))[0]!)).toEqual(
      QUOTE_FIELDS.filter((_, index) => index % 2 === 0),
    );
  });

  test('wrong-shape sends an array in place of an object, and the reverse', async () => {
    expect(Array.isArray((await askUnder('wrong-shape')(PATH)).body)).toBe(true);
    expect(Array.isArray((await askUnder('wrong-shape')('/stocks/markets')).body)).toBe(false);
    expect(Array.isArray((await askUnder('wrong-shape')('/stocks/AAPL/scores')).body)).toBe(true);
  });

  test('reject-batch refuses the whole list for one unknown symbol', async () => {
    expect((await askUnder('reject-batch')(PATH)).status).toBe(200);
    expect((await askUnder('reject-batch')(`${PATH},NOSUCH`)).status).toBe(404);
    const { status, body } = await askUnder('reject-batch:422')(`${PATH},NOSUCH`);
    expect([status, body]).toEqual([
      422,
      { detail: [{ loc: ['query', 'symbols'], msg: 'Not supported: NOSUCH', type: 'value_error' }] },
    ]);
    expect((await askUnder('reject-batch')('/stocks/markets?mic=XNYS,ZZZZ')).status).toBe(404);
    expect((await askUnder('reject-batch')('/stocks/markets?mic=XNYS,XLON')).status).toBe(200);
  });
});

describe('a request limit', () => {
  const START = FRIDAY_MS;

  async function statuses(
    spec: string,
    atMs: readonly number[],
  ): Promise<{ status: number; retryAfter: string | null }[]> {
    let nowMs = START;
    const sandbox = createSandbox({ now: () => nowMs, faults: parseFaults(spec) });
    const replies = [];
    for (const ms of atMs) {
      nowMs = START + ms;
      const { status, headers } = await askOf(sandbox, '/commodities/types');
      replies.push({ status, retryAfter: headers.get('retry-after') });
    }
    return replies;
  }

  test('counts in windows that begin on the clock, and not with the first request', async () => {
    const replies = await statuses('limit:2/10', [8_000, 9_000, 9_999, 10_000]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(replies[2]?.retryAfter).toBeNull();
  });

  test('says when to try again, in seconds or as a date', async () => {
    expect((await statuses('limit:0/60:7', [0]))[0]).toEqual({ status: 429, retryAfter: '7' });
    expect((await statuses('limit:0/60:date', [1_000]))[0]?.retryAfter).toBe('Fri, 20 Nov 2026 15:01:00 GMT');
  });
});

describe('a fault strikes', () => {
  const statuses = async (specs: string, count: number, seed = 1): Promise<number[]> => {
    const ask = asking({ faults: parseFaults(specs), seed });
    const replies = [];
    for (let index = 0; index < count; index++) replies.push((await ask(PATH)).status);
    return replies;
  };

  test('only on requests under its path', async () => {
    const ask = askUnder('status:503@/currencies/quotes');
    expect([(await ask(PATH)).status, (await ask('/currencies/quote?symbol=EURUSD')).status]).toEqual([503, 200]);
  });

  test('only on the first requests', async () =>
    expect(await statuses('status:503:x2', 4)).toEqual([503, 503, 200, 200]));

  test('at random moments that the seed determines', async () => {
    const struck = await statuses('status:500:0.3', 200);
    const count = struck.filter((status) => status === 500).length;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(90);
    expect(await statuses('status:500:0.3', 200)).toEqual(struck);
    expect(await statuses('status:500:0.3', 200, 2)).not.toEqual(struck);
  });

  test('from the moment it is set until it is replaced', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults(parseFaults('status:500'));
    expect((await askOf(sandbox, PATH)).status).toBe(500);
    sandbox.setFaults([]);
    expect((await askOf(sandbox, PATH)).status).toBe(200);
  });
});

describe('the notation of faults', () => {
  test.each([
    ['latency:200', { kind: 'latency', ms: 200 }],
    ['status:503:0.2', { kind: 'status', status: 503, rate: { chance: 0.2 } }],
    ['reset:x3', { kind: 'reset', rate: { first: 3 } }],
    ['limit:10/60:5', { kind: 'limit', count: 10, seconds: 60, retryAfter: 5 }],
    ['limit:10/60:date', { kind: 'limit', count: 10, seconds: 60, retryAfter: 'date' }],
    [
      'redirect:http://127.0.0.1:4011@/stocks',
      { kind: 'redirect', to: 'http://127.0.0.1:4011', pathPrefix: '/stocks' },
    ],
    ['reject-batch:422', { kind: 'reject-batch', status: 422 }],
    ['drop-items', { kind: 'drop-items' }],
  ])('allows %s', (spec, fault) => expect(parseFaults(spec)).toEqual([fault]));

  test('allows several, separated by commas', () =>
    expect(parseFaults('html, latency:5').map(({ kind }) => kind)).toEqual(['html', 'latency']));

  test.each([
    ['statsu:503', /^"statsu" is not one of .*\(did you mean "status"\?\)$/],
    ['status', /^"status": "" is not a number from 200 to 599$/],
    ['latency:soon', /^"latency:soon": "soon" is not a number of 0 or more$/],
    ['reset:often', /^"reset:often": "often" is not a rate such as 0\.25, or x2 for the first two requests$/],
    ['limit:10', /^"limit:10": "" is not a number of 1 or more$/],
    ['redirect:nowhere', /^"redirect:nowhere": "nowhere" is not an address such as https:\/\/elsewhere\.example\.com$/],
  ])('does not allow %s', (spec, message) => expect(() => parseFaults(spec)).toThrow(message));
});
