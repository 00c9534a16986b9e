import { TRAITS } from '../../../src/functions/generated/function-traits';
import { namesInForce, readNamesFile, targetsOf } from '../../../src/app/wire-names';

test('the current names are listed by function, with those that differ from the built-in ones', () => {
  const named = new Map(
    namesInForce({ 'GET /crypto/quotes symbols': 'pairs' }, targetsOf(TRAITS)).map((one) => [one.name, one]),
  );
  expect(named.get('filings.type')).toMatchObject({ wires: ['filing_type'], isChanged: false });
  expect(named.get('quote.symbols')).toMatchObject({ wires: ['symbols', 'pairs'], isChanged: true });
  expect(named.get('quote.symbols')!.keys).toHaveLength(5);
  // The service publishes it.
  expect(named.has('markets.mic')).toBe(false);
});

const fileOf = (names: unknown): string => JSON.stringify({ names });

describe('a file of names that a check wrote', () => {
  test("proposes the service's own names, and says what they would change", () => {
    const names = { 'GET /stocks/filings ticker': 'company' };
    const renamed = { kind: 'renamed', operation: 'GET /stocks/filings', parameter: 'ticker' };
    expect(readNamesFile(fileOf(names), {})).toEqual({
      names,
      differences: [{ ...renamed, from: 'ticker', to: 'company' }],
    });
    expect(readNamesFile(fileOf(names), names).differences).toEqual([]);
    expect(readNamesFile(fileOf({}), names).differences).toEqual([{ ...renamed, from: 'company', to: 'ticker' }]);
  });

  test('proposes no name that is built in, belongs to no operation, is published, or is not a text', () => {
    const names = {
      'GET /stocks/filings ticker': 'ticker',
      'GET /nothing size': 'limit',
      'GET /stocks/news size': 7,
      'GET /stocks/markets mic': 'market',
    };
    expect(readNamesFile(fileOf(names), {})).toEqual({ names: {}, differences: [] });
  });

  test.each([
    [
      { 'GET /stocks/filings ticker': 'my name' },
      '"my name" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [{ 'GET /stocks/filings ticker': 'limit' }, '"limit" would be both ticker and limit of /stocks/filings'],
  ])('%j is refused', (names, sentence) => {
    expect(() => readNamesFile(fileOf(names), {})).toThrow(sentence);
  });

  test.each([
    ['is not JSON', 'ticker = company'],
    ['has no names', '{"findings":[]}'],
    ['is a list', '[1]'],
  ])('is refused with a sentence if it %s', (_, text) => {
    expect(() => readNamesFile(text, {})).toThrow(
      'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote',
    );
  });
});
