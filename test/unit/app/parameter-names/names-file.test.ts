import { readNamesFile } from '../../../../src/app/parameter-names/names-file';

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
