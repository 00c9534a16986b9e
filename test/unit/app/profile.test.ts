import { NO_PROFILE, readProfileFile, switched } from '../../../src/app/profile';

const fileOf = (names: unknown, added: unknown = []): string => JSON.stringify({ names, added });
const FILINGS = { 'GET /stocks/filings ticker': 'company' };

describe('a file that a check wrote', () => {
  test("proposes the service's own names", () => {
    const { profile } = readProfileFile(fileOf(FILINGS), NO_PROFILE);
    expect(profile).toEqual({ names: FILINGS, added: [], off: [] });
    expect(readProfileFile(fileOf({}), profile).profile).toEqual(NO_PROFILE);
  });

  test('proposes moved names without switching them on, and keeps what the user has switched off', () => {
    const moved = { 'GET /stocks/news': '/stocks/insights' };
    const first = readProfileFile(fileOf({ ...FILINGS, ...moved }), NO_PROFILE).profile;
    expect(first.off).toEqual(['GET /stocks/news']);
    const used = switched(switched(first, 'GET /stocks/news', true), 'GET /stocks/filings ticker', false);
    expect(readProfileFile(fileOf({ ...FILINGS, ...moved }), used).profile.off).toEqual(['GET /stocks/filings ticker']);
  });

  test('proposes nothing that is built in, belongs to no operation, is published, or is not a text', () => {
    const names = {
      'GET /stocks/filings ticker': 'ticker',
      'GET /nothing size': 'limit',
      'GET /stocks/news size': 7,
      'GET /stocks/markets mic': 'market',
      'GET /currencies/quotes symbols length': '50',
      'GET /stocks/news': '/stocks/news',
      base: '',
    };
    expect(readProfileFile(fileOf(names), NO_PROFILE).profile).toEqual(NO_PROFILE);
  });

  test('adds only operations that can be requested', () => {
    const row = {
      ...{ id: 'GET /a', method: 'GET', path: '/a', shape: 'any', kind: 'added', summary: '' },
      freshSeconds: 60,
    };
    const whole = { ...row, parameters: [{ name: 'x', in: 'query', type: 'text' }], record: [] };
    const wrong = [
      { ...whole, id: 'GET /b' },
      { ...whole, method: 'POST', id: 'POST /a' },
      { ...whole, path: '/../a', id: 'GET /../a' },
      { ...whole, path: '//elsewhere?x', id: 'GET //elsewhere?x' },
      { ...whole, parameters: ['x'] },
      row,
      null,
    ];
    expect(readProfileFile(fileOf({}, [whole, ...wrong]), NO_PROFILE).profile.added).toEqual([whole]);
  });

  test.each([
    [
      { 'GET /stocks/filings ticker': 'my name' },
      '"my name" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [
      { 'GET /stocks/news': 'https://elsewhere.example' },
      '"https://elsewhere.example" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [
      { base: '/../admin' },
      '"/../admin" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [
      { 'GET /stocks/quotes symbols length': '-1' },
      '"-1" is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets',
    ],
    [{ 'GET /stocks/filings ticker': 'limit' }, '"limit" would be both ticker and limit of /stocks/filings'],
  ])('%j is refused', (names, sentence) => expect(() => readProfileFile(fileOf(names), NO_PROFILE)).toThrow(sentence));

  test.each([
    ['is not JSON', 'ticker = company'],
    ['has no names', '{"findings":[]}'],
    ['is a list', '[1]'],
  ])('is refused with a sentence if it %s', (_, text) => {
    expect(() => readProfileFile(text, NO_PROFILE)).toThrow(
      'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote',
    );
  });
});
