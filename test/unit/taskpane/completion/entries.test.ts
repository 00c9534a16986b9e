import type { Session } from '../../../../src/app/session';
import { CATALOG } from '../../../../src/functions/catalog';
import { createTestSession, show } from '../../../support/evaluate';
import { createStubService, type StubService } from '../../../support/stub-service';
import { EntryLists, entriesFor, type Entry, matching, nearly } from '../../../../src/taskpane/completion/entries';

const page = (items: readonly object[]) => () => ({ items, next_page: null });
const PAIRS = [
  { symbol: 'EURUSD', name: 'Euro / US Dollar' },
  { symbol: 'USDJPY', name: 'US Dollar / Yen' },
  { symbol: 'GBPCHF', name: 'Pound Sterling / Swiss Franc' },
  { symbol: 'USDGBP', name: 'US Dollar / Pound Sterling' },
  { symbol: 'GBPUSD', name: 'Pound Sterling / US Dollar' },
  { symbol: 'SEKUSD', name: 'Swedish Krona / US Dollar' },
  { symbol: 'USDSEK', name: 'US Dollar / Swedish Krona' },
];
const ALTMAN = { score: 3.2, zone: 'safe', ratios: { ebit_to_assets: 0.11 } };

const createService = (): StubService =>
  createStubService({
    '/currencies/symbols': page(PAIRS),
    '/crypto/symbols': page([
      { symbol: 'BTCUSD', name: 'Bitcoin / US Dollar' },
      { symbol: 'BTCUSDT', name: 'Bitcoin / Tether' },
    ]),
    '/stocks/AAPL/scores': () => ({ data: ALTMAN, symbol: 'AAPL' }),
  });

interface Typed {
  readonly id: string;
  readonly parameter: string;
  readonly text: string;
  readonly entered?: Readonly<Record<string, string>>;
  readonly language?: string;
}

/** The first completions of what is typed, as code and name. */
async function completions(
  { id, parameter, text, entered = {}, language = 'en' }: Typed,
  session: Session = createTestSession({ service: createService() }),
): Promise<string[]> {
  await session.ready;
  const declaration = CATALOG.find((one) => one.id === id)!;
  const source = entriesFor(session, declaration, declaration.parameters[parameter]!, {
    entered,
    tooltips: undefined,
    language,
  });
  const lists = await Promise.all(source!.lists());
  return matching(lists.flat(), text, 3).map(({ code, name }) => `${code} ${name}`);
}

describe('the currencies of MD.CONVERT are completed', () => {
  test.each<[string, Omit<Typed, 'id' | 'parameter'>, string]>([
    ['by a word of their name', { text: 'yen' }, 'JPY Japanese Yen'],
    ['by their code', { text: 'chf' }, 'CHF Swiss Franc'],
    ['in the language of the pane', { text: 'franken', language: 'de' }, 'CHF Schweizer Franken'],
    ['by an English word in every language', { text: 'yen', language: 'ja' }, 'JPY 日本円'],
    ['with their small units', { text: 'pence' }, 'GBp Pence, British Pound / 100'],
    ['with coins in the area of crypto', { text: 'bitcoin', entered: { area: 'crypto' } }, 'BTC Bitcoin'],
  ])('%s', async (_, typed, first) => {
    expect((await completions({ id: 'CONVERT', parameter: 'from', ...typed }))[0]).toBe(first);
  });

  test('without a request for coins in another area', async () => {
    const service = createService();
    await completions({ id: 'CONVERT', parameter: 'to', text: 'yen' }, createTestSession({ service }));
    expect(service.requests.map(({ path }) => path)).toEqual(['/currencies/symbols']);
  });
});

test.each([
  ['pound dollar', ['GBPUSD', 'USDGBP']],
  ['dollar pound', ['GBPUSD', 'USDGBP']],
  ['krona', ['USDSEK', 'SEKUSD']],
])('pairs are listed as people quote them first: %s', async (text, expected) => {
  const session = createTestSession({ service: createService() });
  await session.ready;
  const pairs = await session.part(EntryLists).instruments('currencies');
  expect(matching(pairs, text, 3).map(({ code }) => code)).toEqual(expected);
});

describe('the field of MD.SCORE is completed', () => {
  const field = { id: 'SCORE', parameter: 'field' };

  test('from the scores of the company, with the values', async () => {
    expect(await completions({ ...field, text: 'ebit', entered: { symbols: 'aapl', models: 'altman-z' } })).toEqual([
      'ratios.ebit_to_assets 0.11',
    ]);
  });

  test('from the model whose name is typed, if several are requested', async () => {
    const entered = { symbols: 'stocks:AAPL, MSFT' };
    const [first] = await completions({ ...field, text: 'altman-z.zone', entered });
    expect(first).toBe('altman-z.zone safe');
  });

  test('without a request beside that of the preview, and not at all before a company is entered', async () => {
    const service = createService();
    const session = createTestSession({ service });
    await show(session, 'SCORE', 'AAPL', 'altman-z');
    const before = service.requests.length;
    await completions({ ...field, text: 'e', entered: { symbols: 'AAPL', models: 'altman-z' } }, session);
    expect(service.requests).toHaveLength(before);
    for (const symbols of ['', '=A2:A9'])
      expect(await completions({ ...field, text: 'e', entered: { symbols } })).toEqual([]);
  });
});

test.each([
  ['QUOTE', 'symbols', 2],
  ['ISOPEN', 'mic', 1],
  ['CONVERT', 'from', 1],
  ['SCORE', 'field', 1],
])('entries for MD.%s %s are asked for from %d letters on', (id, name, letters) => {
  const declaration = CATALOG.find((one) => one.id === id)!;
  const context = { entered: {}, tooltips: undefined, language: 'en' };
  const session = createTestSession({ service: createService() });
  expect(entriesFor(session, declaration, declaration.parameters[name]!, context)!.minTyped).toBe(letters);
});

const entry = (code: string, name: string, ...others: string[]): Entry => ({ code, name, others });

const ALL = [
  entry('USDJPY', 'US dollar / Japanese yen'),
  entry('JPYUSD', 'Japanese yen / US dollar'),
  entry('AAPL', 'Apple Inc.'),
  entry('APPN', 'Appian'),
  entry('PAPL', 'Pineapple'),
  entry('XNYS', 'New York Stock Exchange', 'nyse', 'new york'),
  entry('XTKS', 'Tokyo Stock Exchange', 'tse'),
];

test.each([
  ['aapl', ['AAPL']],
  ['app', ['APPN', 'AAPL']],
  ['apple', ['AAPL']],
  ['usd yen', ['USDJPY', 'JPYUSD']],
  ['nyse', ['XNYS']],
  ['stock exch', ['XNYS', 'XTKS']],
  ['papl', ['PAPL']],
  ['nothing', []],
  ['((', []],
])('%j finds %j, the best match first', (text, codes) => {
  expect(matching(ALL, text, 10).map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['appel', ['AAPL']],
  ['jappanese yen', ['USDJPY', 'JPYUSD']],
  ['Tokoy stock', ['XTKS']],
  ['aple', []],
  ['zzzzz', []],
  ['', []],
])('%j, which nothing matches, nearly matches %j', (text, codes) => {
  expect(nearly(ALL, text, 10).map(({ code }) => code)).toEqual(codes);
});

test('at most as many matches are returned as are wanted', () => expect(matching(ALL, 'stock', 1)).toHaveLength(1));
