import { TRAITS } from '../../../src/functions/generated/function-traits';
import { namesInForce, parseWireNames, writeWireNames, targetsOf, readNamesFile } from '../../../src/app/wire-names';

const TARGETS = targetsOf(TRAITS);
const parse = (...lines: string[]) => parseWireNames(lines.join('\n'), TARGETS);
const problemsOf = (...lines: string[]) => parse(...lines).problems.map(({ line, message }) => `${line}: ${message}`);

describe('lines with wire names', () => {
  test('may name the parameter of a function or of a path', () => {
    expect(parse('filings.ticker = symbol', '/crypto/quote.symbol=pair').names).toEqual({
      'GET /stocks/filings ticker': 'symbol',
      'GET /crypto/quote symbol': 'pair',
    });
  });

  test('for a function apply to all of its operations', () => {
    expect(parse('quote.symbols = pairs').names).toEqual(
      Object.fromEntries(
        ['commodities', 'crypto', 'currencies', 'indices', 'stocks'].map((area) => [
          `GET /${area}/quotes symbols`,
          'pairs',
        ]),
      ),
    );
  });

  test('may be written as in formulas and documents, with remarks and blank lines', () => {
    expect(
      parse('', '# ours', 'MD.FILINGS.ticker = symbol # since May', 'GET /stocks/filings.type = form').names,
    ).toEqual({
      'GET /stocks/filings ticker': 'symbol',
      'GET /stocks/filings type': 'form',
    });
  });

  test('override earlier ones', () => {
    expect(parse('filings.ticker = a', '/stocks/filings.ticker = b').names).toEqual({
      'GET /stocks/filings ticker': 'b',
    });
  });

  test('that repeat the table change nothing', () => {
    expect(parse('filings.ticker = ticker', 'filings.type = filing_type')).toEqual({ names: {}, problems: [] });
  });
});

describe('an unusable line with a wire name', () => {
  test.each([
    ['filings ticker', '1: "filings ticker" is not a line such as "filings.ticker = symbol"'],
    ['filings.ticker = a = b', '1: "filings.ticker = a = b" is not a line such as "filings.ticker = symbol"'],
    [
      'filings.tiker = symbol',
      '1: "filings.tiker" is not one of filings.ticker, filings.type, filings.limit (did you mean "filings.ticker"?)',
    ],
    [
      '/stocks/filings.symbol = x',
      '1: "/stocks/filings.symbol" is not one of /stocks/filings.ticker, /stocks/filings.type, /stocks/filings.limit',
    ],
    [
      'filings.ticker = my name',
      '1: "my name" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [
      'filings.ticker =',
      '1: "" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    ['markets.mic = market', '1: "markets.mic" is published by the service and cannot be changed'],
    [
      '/indices/{symbol}/ticks.start = from',
      '1: "/indices/{symbol}/ticks.start" is published by the service and cannot be changed',
    ],
    ['filings.ticker = limit', '1: "limit" would be both ticker and limit of /stocks/filings'],
  ])('%s', (line, problem) => {
    expect(problemsOf(line)).toEqual([problem]);
  });

  test('with an unknown function gets the nearest name and all allowed ones', () => {
    const [problem] = problemsOf('filing.ticker = symbol');
    expect(problem).toMatch(
      /^1: "filing.ticker" is not one of quote\.symbols, .*usage\.interval.* \(did you mean "filings\.ticker"\?\)$/,
    );
  });

  test('with an unknown path gets the nearest path', () => {
    expect(problemsOf('/stock/filings.ticker = symbol')[0]).toContain('(did you mean "/stocks/filings.ticker"?)');
  });

  test('is reported with its number, and the other lines take effect', () => {
    const { names, problems } = parse('filings.ticker = symbol', 'nonsense', 'score.model = kind');
    expect(problems.map(({ line }) => line)).toEqual([2]);
    expect(names).toEqual({ 'GET /stocks/filings ticker': 'symbol', 'GET /stocks/{symbol}/scores model': 'kind' });
  });
});

test.each([
  ['filings.ticker = symbol'],
  ['quote.symbols = pairs\nfilings.limit = count'],
  ['/crypto/quotes.symbols = pairs'],
  [''],
])('%j is written as it was read', (text) => {
  expect(writeWireNames(parseWireNames(text, TARGETS).names, TARGETS)).toBe(text);
});

test('the current names are listed by function, with those that were changed', () => {
  const named = new Map(
    namesInForce(parseWireNames('/crypto/quotes.symbols = pairs', TARGETS).names, TARGETS).map((one) => [
      one.name,
      one,
    ]),
  );
  expect(named.get('filings.type')).toEqual({ name: 'filings.type', wires: ['filing_type'], isChanged: false });
  expect(named.get('quote.symbols')).toEqual({ name: 'quote.symbols', wires: ['symbols', 'pairs'], isChanged: true });
});

const fileOf = (names: unknown): string => JSON.stringify({ names });

describe('a file of names that a check wrote', () => {
  test("gives the service's own names", () => {
    expect(readNamesFile(fileOf({ 'GET /stocks/filings ticker': 'company' }))).toEqual({
      'GET /stocks/filings ticker': 'company',
    });
  });

  test('gives no name that is built in, belongs to no operation, or is not a text', () => {
    const names = { 'GET /stocks/filings ticker': 'ticker', 'GET /nothing size': 'limit', 'GET /stocks/news size': 7 };
    expect(readNamesFile(fileOf(names))).toEqual({});
  });

  test.each([
    ['is not JSON', 'ticker = company'],
    ['has no names', '{"findings":[]}'],
    ['is a list', '[1]'],
  ])('is refused with a sentence if it %s', (_, text) => {
    expect(() => readNamesFile(text)).toThrow(
      'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote',
    );
  });
});
