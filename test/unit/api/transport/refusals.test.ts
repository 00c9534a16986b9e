import { explainReply, pauseError, readValidationErrors } from '../../../../src/api/transport/refusals';
import { operationOf } from '../../../../src/api/operations';
import { retryAfterMs } from '../../../../src/api/transport/http';

const NOW = Date.UTC(2026, 10, 20, 15);

test.each<[string, number]>([
  ['7', 7_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 15:00:09 GMT', 9_000],
  ['Fri, 20 Nov 2026 14:59:59 GMT', 0],
  ['Friday, 20-Nov-26 15:00:09 GMT', 9_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Fri Nov 20 15:00:09 2026', 9_000],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['300', 300_000],
  ['301', 300_000],
  ['999999999', 300_000],
  ['9'.repeat(400), 300_000],
  ['Sun, 01 Jan 2090 00:00:00 GMT', 300_000],
  ['Fri, 20 Nov 2026 23:59:59 GMT', 300_000],
])('Retry-After "%s" is a pause of %i ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));

test.each([
  '',
  ' ',
  'soon',
  '0.5',
  '1.5',
  '-3',
  '1e3',
  '0x10',
  '2026-11-20T15:00:09Z',
  'Fri, 20 Nov 2026 15:00:09',
  'Fri, 20 Nov 2026 15:00:09 GMT, Fri, 20 Nov 2026 15:00:09 GMT',
  'Friday, 20-Nov-26 15:00:09 GMT, Friday, 20-Nov-26 15:00:09 GMT',
  'Fri Nov 20 15:00:09 2026, Fri Nov 20 15:00:09 2026',
  'Fri, 20 Noo 2026 15:00:09 GMT',
  'Fri, 20 Nov 2026 25:00:09 GMT',
  'Fri, 20 Nov 2026 15:60:09 GMT',
])('Retry-After "%s" states no pause', (header) => expect(retryAfterMs(header, NOW)).toBeUndefined());

const pauseOf = (status: number, pauseMs: number | undefined) =>
  pauseError({ status, body: '{"detail":"no"}' }, pauseMs, { apiKey: '' });

describe('the sentence for a pause that is too long to wait for', () => {
  test('says why the service wants it', () => {
    expect(pauseOf(429, 120_000)).toMatchObject({
      code: '#N/A',
      kind: 'status',
      status: 429,
      message: 'Too many requests (429): recalculate in 2 minutes',
    });
    expect(pauseOf(503, 120_000)).toMatchObject({
      status: 503,
      message: 'The service is not ready (503): recalculate in 2 minutes',
    });
  });

  test.each([
    [0, 'a minute'],
    [60_000, 'a minute'],
    [60_001, '2 minutes'],
    [300_000, '5 minutes'],
  ])('rounds %i ms up to %s', (pauseMs, duration) => {
    expect(pauseOf(429, pauseMs).message).toBe(`Too many requests (429): recalculate in ${duration}`);
  });

  test('gives advice if the service does not say how long it is', () => {
    expect(pauseOf(429, undefined).message).toBe(
      "Too many requests (429): waiting did not help, so your plan's limit may be used up; recalculate later or ask your provider",
    );
  });
});

describe('a 404 of an operation', () => {
  const doubtOf = (body: string, isNew: boolean): string =>
    explainReply(
      { status: 404, body, headers: new Headers(), sentAt: 0 },
      operationOf('GET /stocks/filings'),
      {},
      { apiKey: '', wireNames: {}, isNew },
    ).doubt;

  test.each([
    '',
    '{}',
    '{"detail":"Not Found"}',
    '{"error":{"code":404,"message":"Not Found"}}',
    '{"timestamp":"2026-11-20","status":404,"error":"Not Found","path":"/stocks/filings"}',
    '{"message":"no Route matched with those values"}',
    '{"message":"Cannot GET /stocks/filings"}',
    '{"detail":"No such endpoint"}',
  ])('leaves it open whether the service has it while nothing has been answered: %s', (body) => {
    expect(doubtOf(body, true)).toBe(
      '; nothing has come from /stocks/filings yet: "Learn from the service" in the MD pane may find it elsewhere',
    );
    expect(doubtOf(body, false)).toBe('');
  });

  test('is about what was asked for if the service says so', () =>
    expect(doubtOf('{"detail":"Ticker ASML not found"}', true)).toBe(''));
});

describe('the errors in the body of a 422', () => {
  test('are their places, messages and types', () => {
    const detail = [
      { loc: ['query', 'symbols', 3], msg: 'not supported', type: 'value_error' },
      { loc: ['query', 'precision'], msg: 'too large' },
    ];
    expect(readValidationErrors(JSON.stringify({ detail }))).toEqual([
      { location: ['query', 'symbols', '3'], text: 'not supported', type: 'value_error' },
      { location: ['query', 'precision'], text: 'too large', type: '' },
    ]);
  });

  test('are those that have a place and a message, whatever stands beside them', () => {
    const detail = [null, 7, { loc: 'query', msg: 'no' }, { loc: ['query'], msg: 7 }, { loc: ['query'], msg: 'yes' }];
    expect(readValidationErrors(JSON.stringify({ detail }))).toEqual([{ location: ['query'], text: 'yes', type: '' }]);
  });

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"detail":"no"}',
    '{"detail":[]}',
    '{"detail":[7]}',
    '{"detail":[{"loc":"query","msg":"no"}]}',
    '{"detail":[{"loc":[],"msg":7}]}',
    '<html>',
  ])('are none where the body is %j', (body) => expect(readValidationErrors(body)).toEqual([]));
});
