import { operationOf } from '../../../../src/api/operations';
import { decode } from '../../../../src/api/transport/wire';
import { isLongList } from '../../../../src/gateway/cache/long-list';

const MARKETS = operationOf('GET /stocks/markets');
const TICKS = operationOf('GET /indices/{symbol}/ticks');

describe('a long list', () => {
  const row = (number: number): string => JSON.stringify({ mic: `X${number}`, name: 'an exchange of somewhere' });
  const ROWS = Array.from({ length: 20_000 }, (_, number) => row(number));
  const inPage = (rows: string): string => `{"current_page":"a[b","items":[${rows}],"next_page":null}`;

  test.each([
    ['an array', MARKETS, `[${ROWS.join()}]`],
    ['an array with spaces between its rows', MARKETS, `[ ${ROWS.join(' ,\n ')} ]\n`],
    ['a page', TICKS, inPage(ROWS.join()).replace('a[b', 'a')],
    ['a list with a NaN', MARKETS, `[${ROWS.join()},{"lot":NaN}]`],
  ])('is read in parts: %s', (_, operation, text) => {
    expect(isLongList(operation, text)).toBe(true);
    expect(() => decode(operation, text)).not.toThrow();
  });

  test.each([
    ['short', `[${row(1)}]`],
    ['cut off', `[${ROWS.join()}`],
    ['cut off within a row', `[${ROWS.join().slice(0, -5)}]`],
    ['broken in the middle', `[${ROWS.with(9_000, '{"mic":}').join()}]`],
    ['with an entry that is none', `[${ROWS.with(9_000, '7').join()}]`],
    ['with an empty entry', `[${ROWS.with(9_000, '').join()}]`],
    ['with a comma at its end', `[${ROWS.join()},]`],
    ['with another list around it', `[${ROWS.join()}]]`],
    ['with a long text after it', `{"items":[${row(1)}],"more":"${'x'.repeat(600_000)}"}`],
    ['whose rows have lists', `[{"legs":[${ROWS.join()}]},${ROWS.join()}]`],
    ['whose page begins with a bracket in a text', inPage(ROWS.join())],
  ])('is left to be decoded if it is %s', (_, text) => expect(isLongList(MARKETS, text)).toBe(false));
});
