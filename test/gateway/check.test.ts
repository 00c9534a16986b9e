import { describeInterface } from '../../src/api/interface/description';
import { OPERATIONS, operationOf } from '../../src/api/operations';
import { checkOperation } from '../../src/gateway/check/check-operation';
import { type ProbeService, hasSamples, Samples } from '../../src/gateway/check/samples';
import { checkService } from '../../src/gateway/check/service-facts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { createOtherService, type Differences } from './other-service';
import { KEY_HEADER } from '../support/published-fields';

const READS = OPERATIONS.filter((operation) => operation.method === 'GET' && hasSamples(operation));

const asking =
  (service: { fetch(request: Request): Response | Promise<Response> }): ProbeService =>
  async (path, init = {}) => {
    const headers = { [KEY_HEADER]: 'demo', ...(init.headers as Record<string, string> | undefined) };
    const answer = await service.fetch(new Request(`http://service.test${path}`, { ...init, headers }));
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };

/** Every line that the check has to say about a service. */
async function differencesOf(ask: ProbeService): Promise<string[]> {
  const samples = new Samples(ask, Date.now());
  const lines: string[] = [];
  for (const operation of READS) {
    const { differences } = await checkOperation(operation, ask, samples);
    lines.push(...differences.map((difference) => `${operation.id}: ${difference}`));
  }
  return [...lines, ...(await checkService(ask, samples)).differences];
}

const ofOther = (differences: Differences = {}): Promise<string[]> =>
  differencesOf(asking(createOtherService(differences)));

const probing = (options: SandboxOptions = {}): ProbeService => asking(createSandbox(options));

const DESCRIPTION = describeInterface(OPERATIONS, {}, 'A service');

/** The service's description with one parameter changed. */
function described(path: string, name: string, changes: object): unknown {
  const copy = structuredClone(DESCRIPTION) as {
    paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
  };
  const parameter = copy.paths[path]!.get.parameters.find((one) => one.name === name)!;
  Object.assign(
    parameter,
    changes,
    'schema' in changes ? { schema: { ...parameter.schema, ...(changes.schema as object) } } : {},
  );
  return copy;
}

describe('a service that follows the documents', () => {
  test('agrees in every operation: the simulated one', async () => expect(await differencesOf(probing())).toEqual([]));

  test('agrees in every operation: another one, with symbols and exchanges of its own', async () =>
    expect(await ofOther()).toEqual([]));

  test('agrees with a description of itself', async () =>
    expect(await ofOther({ description: DESCRIPTION })).toEqual([]));

  test('is asked as the add-in asks: with both dates, its own symbols, and lists as long as they may be', async () => {
    const service = createOtherService();
    await differencesOf(asking(service));
    const of = (path: string): URLSearchParams[] =>
      service.asked
        .filter((line) => line.startsWith(`GET ${path}?`))
        .map((line) => new URLSearchParams(line.split('?')[1]));
    for (const path of ['/stocks/markets/hours', '/stocks/markets/holidays'])
      expect(of(path).every((query) => query.has('start') && query.has('end'))).toBe(true);
    expect(of('/currencies/quotes')[0]!.get('symbols')).toBe('SEKNOK,PLNCZK,HUFRON,CHFSEK,NZDSGD,THBMYR,MXNCLP');
    expect(of('/stocks/filings')[0]!.get('limit')).toBe('100');
    expect(service.asked.length).toBeLessThan(65);
  });
});

describe('a difference is named', () => {
  test.each<[string, Differences, string[]]>([
    [
      'a shorter list of symbols',
      { maxListLength: 30 },
      // The other areas have too few symbols for so long a list.
      ['currencies', 'crypto', 'indices'].map(
        (area) => `GET /${area}/quotes: symbols: at most 30 characters; the table says 50`,
      ),
    ],
    [
      'a shorter list, without saying how long it may be',
      { maxListLength: 30, listReason: 'The list is too long' },
      [
        'GET /currencies/quotes: symbols: a list of 34 characters (5 names) is refused, one of 27 is taken; the table says 50',
      ],
    ],
    [
      'a smaller limit of filings',
      { maxLimits: { '/stocks/filings': 50 } },
      ['GET /stocks/filings: limit: at most 50 is taken; the table says 100'],
    ],
    [
      'a smaller limit of ticks',
      { maxLimits: { '/indices/AEX25/ticks': 50 } },
      ['GET /indices/{symbol}/ticks: limit: at most 50 is taken; the table says 100'],
    ],
    [
      'a smaller page of symbols',
      { maxLimits: { '/crypto/symbols': 20 } },
      ['GET /crypto/symbols: size: at most 20 is taken; the table says 50'],
    ],
    [
      'a smaller limit of usage',
      { maxLimits: { '/account/usage': 48 } },
      ['GET /account/usage: limit: at most 48 is taken; the table says 168'],
    ],
    [
      'a limit that is kept without a word',
      { cutsAt: { '/stocks/filings': 50, '/indices/AEX25/ticks': 50, '/stocks/news': 20 } },
      [
        'GET /indices/{symbol}/ticks: limit: at most 50 records come, 100 were asked for',
        'GET /stocks/filings: limit: at most 50 records come, 100 were asked for',
        'GET /stocks/news: size: at most 20 records come, 50 were asked for',
      ],
    ],
    [
      'another name of a required parameter',
      { names: { '/stocks/filings ticker': 'company' } },
      ['GET /stocks/filings: parameter ticker: the service calls it "company"'],
    ],
    [
      'other names of dates',
      { names: { '/stocks/markets/hours start': 'from', '/stocks/markets/hours end': 'until' } },
      [
        'GET /stocks/markets/hours: parameter start: the service calls it "from"',
        'GET /stocks/markets/hours: parameter end: the service calls it "until"',
      ],
    ],
    [
      'another name of a filter, a cursor, an amount and a model, which are then ignored',
      {
        names: {
          '/stocks/filings filing_type': 'form',
          '/currencies/news cursor': 'page',
          '/currencies/convert/SEK/NOK amount': 'value',
          '/stocks/ASML/scores name': 'model',
          '/stocks/markets/status mic': 'market',
        },
      },
      [
        'GET /stocks/filings: parameter type: ignored, since "8-K" came',
        'GET /stocks/{symbol}/scores: parameter model: ignored, since all models came',
        'GET /currencies/news: parameter cursor: ignored, since the first page came again',
        'GET /currencies/convert/{from}/{to}: parameter amount: ignored, since 10 was converted',
        'GET /stocks/markets/status: parameter mic: ignored, since "XOSL" came and was not asked for',
      ],
    ],
    [
      'a field that is missing, new, empty or of another kind, in any record',
      {
        record: (path, record, index) => {
          const { website, ...rest } = record;
          if (path === '/crypto/exchanges') return { ...rest, ...(index === 0 && { website }) };
          if (path === '/stocks/countries') return { ...record, flag: 'x' };
          if (path === '/algo/symbols') return { ...record, latest: '2026' };
          if (path === '/stocks/filings' && index === 7) return { ...record, report_date: null };
          if (path.startsWith('/currencies/convert')) return { ...record, info: { timestamp: 1 } };
          return record;
        },
      },
      [
        'GET /stocks/filings: field report_date is null in 1 of 100 records',
        'GET /currencies/convert/{from}/{to}: field info.rate is missing',
        'GET /crypto/exchanges: field website is missing in 1 of 2 records',
        'GET /stocks/countries: field flag is new',
        'GET /algo/symbols: field latest is not of the kind unix',
      ],
    ],
    ['an operation that is not there', { statuses: { '/algo/symbols': 404 } }, ['GET /algo/symbols: status 404']],
    [
      'that no web page may send the key',
      { isWithoutCors: true },
      ['CORS: a web page may not send the key; only a gateway can be between Excel and this service'],
    ],
    ['longer lists', { maxListLength: 4_000 }, ['symbols: a list of 55 characters is taken; the table says 50']],
    [
      'a bound in its description',
      { description: described('/currencies/quotes', 'symbols', { schema: { maxLength: 30 } }) },
      ['openapi.json: GET /currencies/quotes: symbols: at most 30 characters; the table says 50'],
    ],
    [
      'a smaller number in its description',
      { description: described('/stocks/filings', 'limit', { schema: { maximum: 50 } }) },
      ['openapi.json: GET /stocks/filings: limit: at most 50; the table says 100'],
    ],
    [
      'another name in its description',
      { description: described('/stocks/filings', 'ticker', { name: 'company' }) },
      ['openapi.json: GET /stocks/filings: parameter ticker is called "company"'],
    ],
    [
      'a description that is none',
      { description: [] },
      ['openapi.json: The service did not send an OpenAPI 3 description'],
    ],
  ])('%s', async (_, differences, lines) => {
    const found = await ofOther(differences);
    expect(found.sort()).toEqual(expect.arrayContaining(lines));
    if (!('listReason' in differences)) expect(found.sort()).toEqual([...lines].sort());
  });

  const QUOTES = operationOf('GET /stocks/quotes');

  test.each([
    ['missing-fields', 'is missing'],
    ['extra-fields', 'field added_field is new'],
    ['wrong-types', 'is not of the kind number'],
    ['html', 'a web page instead of data'],
    ['status:500', 'status 500'],
  ])('%s', async (fault, words) => {
    const ask = probing({ faults: parseFaults(`${fault}@/stocks/quotes`) });
    const { differences } = await checkOperation(QUOTES, ask, new Samples(ask, Date.now()));
    expect(differences.join('; ')).toContain(words);
  });

  test('quotes that are old when they arrive', async () => {
    const ask = probing();
    const aged: ProbeService = async (path, init) => {
      const answer = await ask(path, init);
      answer.headers.set('age', '20');
      return answer;
    };
    expect((await checkService(aged, new Samples(aged, Date.now()))).differences).toEqual([
      'Age: a quote is already 20 s old when it arrives; every recalculation asks for it again',
    ]);
  });

  test('no symbols to ask about', async () => {
    const ask = probing({ faults: parseFaults('status:500@/stocks/symbols') });
    const { differences } = await checkOperation(QUOTES, ask, new Samples(ask, Date.now()));
    expect(differences).toEqual(['symbols: nothing to ask about, since the service lists no symbols']);
  });
});
