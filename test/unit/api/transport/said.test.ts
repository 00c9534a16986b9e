import { saidIn, statusIn } from '../../../../src/api/transport/said';

describe('the service’s own reason', () => {
  test.each([
    ['detail as a text', { detail: 'No such plan' }],
    ['detail as a list', { detail: [{ loc: ['query'], msg: 'No such plan', type: 'x' }] }],
    ['detail as a list of texts', { detail: ['No such plan', 'and more'] }],
    ['error as a text', { error: 'No such plan' }],
    ['error as a record', { error: { code: 'plan', message: 'No such plan' } }],
    ['a list of errors', { errors: [{ code: 1, detail: 'No such plan' }] }],
    ['a message', { code: 402, message: 'No such plan' }],
    ['a message with a name of two words', { 'Error Message': 'No such plan' }],
    ['a problem of RFC 9457 without detail', { type: 'about:blank', title: 'No such plan', status: 402 }],
    ['a nested error', { status: 'error', error: { error: { message: ' No such plan ' } } }],
  ])('is found: %s', (_, body) => expect(saidIn(JSON.stringify(body))).toBe('No such plan'));

  test('has the title of RFC 9457 before its detail', () =>
    expect(saidIn('{"title":"Forbidden","detail":"Upgrade to Pro"}')).toBe('Forbidden: Upgrade to Pro'));

  test.each(['', '<html>', '[]', '"text"', '{}', '{"items":[]}', '{"message":""}', '{"error":{"code":7}}', 'null'])(
    'is not in %s',
    (body) => expect(saidIn(body)).toBeUndefined(),
  );
});

describe('an answer of status 200 that reports an error gets the status', () => {
  test.each<[number, unknown]>([
    [429, { code: 429, message: 'You have run out of credits for the minute' }],
    [429, { status: 'error', code: '429', message: 'Wait' }],
    [429, { items: [], message: 'Our standard call frequency is 5 per minute' }],
    [429, { error: 'Too many requests: slow down' }],
    [401, { error: { message: 'Invalid API key' } }],
    [402, { items: [], message: 'Please upgrade your subscription' }],
    [403, { error: { code: 403, message: 'Not for you' } }],
    [404, { success: false, error: 'Symbol not found' }],
    [400, { error: 'Something is wrong' }],
    [400, { 'Error Message': 'Something is wrong', items: [] }],
    [500, { statusCode: 500, error: 'Internal Server Error' }],
    [500, { error: { code: 'INTERNAL', message: 'It broke' } }],
    [500, { error: 'Please try again later' }],
    [404, { error: { code: 'NOT_FOUND', message: 'It is gone' } }],
    [401, { status: 'INVALID_API_KEY', error: 'Not for you' }],
    [503, { title: 'Maintenance', status: 503, detail: 'Back at noon' }],
  ])('%i: %j', (status, body) => expect(statusIn(JSON.stringify(body))).toBe(status));

  test.each([
    { items: [] },
    { items: [{ symbol: 'EURUSD', mid: 1.1 }], message: 'Delayed by 15 minutes' },
    { items: [{ symbol: 'ERR', error: 'x' }] },
    { symbol: 'EURUSD', mid: 1.1, message: 'Delayed' },
    { symbol: 'AAPL', data: 3 },
    { symbol: 'AAPL', name: 'Apple', message: 'A note' },
    { error: null, items: [], total: 0 },
    { error: '', result: 7 },
    { success: true, items: [] },
    { status: 'ok', code: 200, message: 'fine', result: 1 },
    { '1700000000': { requests: 429, data: { request: 1, response: 500 } } },
    [{ mic: 'XNYS', status: 'Open' }],
    [{ error: 'in a record' }],
    'error',
  ])('200 if it reports no error: %j', (body) => expect(statusIn(JSON.stringify(body))).toBeUndefined());
});
