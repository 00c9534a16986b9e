import { operationOf } from '../../../../src/api/operations';
import { elapsed, settle, useFakeTime } from './limits-service';
import { validationError, setUp, reply, turn } from './transport-service';
import { KEY_HEADER } from '../../../support/published-fields';

useFakeTime();
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const NETWORK = new TypeError('fetch failed');

describe('a request', () => {
  test('goes to the address with the key, and its answer is decoded', async () => {
    const { ask, requests } = setUp(() => reply(200, '{"items":[{"id":"binance"}]}'));
    expect((await ask()).rows).toEqual([{ id: 'binance' }]);
    expect([requests[0]!.url, requests[0]!.headers.get(KEY_HEADER)]).toEqual([
      'https://service.test/crypto/exchanges',
      'KEY',
    ]);
  });

  test.each([
    [200, 'fulfilled'],
    [299, 'fulfilled'],
    [199, 'rejected'],
    [400, 'rejected'],
  ])('with status %i is %s', async (status, outcome) => {
    expect(await settle([setUp(() => reply(status)).ask()])).toMatchObject([{ status: outcome }]);
  });

  test('is not sent without an address', async () => {
    const { ask, transport, requests } = setUp(() => reply(200), { address: '', apiKey: '' });
    const failure = { kind: 'no-address', message: 'Enter the service address in the MD pane' };
    await expect(ask()).rejects.toMatchObject(failure);
    await expect(transport.getPublic('/openapi.json', new AbortController().signal)).rejects.toMatchObject(failure);
    expect(requests).toEqual([]);
  });

  test('is not sent without a key', async () => {
    const { ask, requests } = setUp(() => reply(200), { apiKey: '' });
    await expect(ask()).rejects.toMatchObject({ kind: 'no-key', message: 'Enter your API key in the MD pane' });
    expect(requests).toEqual([]);
  });

  test('for public content goes without the key, and its answer is passed on unchanged', async () => {
    const { transport, requests } = setUp(() => reply(404, 'none'));
    expect(await transport.getPublic('/openapi.json', new AbortController().signal)).toMatchObject({
      status: 404,
      body: 'none',
    });
    expect([requests[0]!.url, requests[0]!.headers.has(KEY_HEADER)]).toEqual([
      'https://service.test/openapi.json',
      false,
    ]);
  });

  test('that is cancelled says so, even if its failure came at the same time', async () => {
    const { ask, answers } = setUp();
    const cancel = new AbortController();
    const asked = ask(cancel.signal);
    await turn();
    answers[0]!(reply(403));
    cancel.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
  });
});

describe('an argument that the service refuses', () => {
  const refusal = (answer: Response, options = {}) => setUp(() => answer, options).askFilings();

  test('is named as in the cell, with its value', async () => {
    await expect(refusal(validationError(['query', 'ticker'], 'no such company'))).rejects.toMatchObject({
      kind: 'refused-argument',
      code: '#VALUE!',
      status: 422,
      parameter: 'ticker',
      message: 'tickers: "AAPL" is refused; the service says "no such company" (422)',
    });
  });

  test('is recognised by its wire name', async () => {
    await expect(refusal(validationError(['query', 'filing_type'], 'unknown'))).rejects.toMatchObject({
      parameter: 'type',
      message: 'type: the service says "unknown" (422)',
    });
    const wireNames = { 'GET /stocks/filings ticker': 'company' };
    await expect(refusal(validationError(['query', 'company'], 'unknown'), { wireNames })).rejects.toMatchObject({
      parameter: 'ticker',
    });
  });

  test.each([
    ['AAPL', 'symbols: "AAPL" is refused; the service says "unknown" (422)'],
    ['AAPL,MSFT', 'symbols: the service says "unknown" (422)'],
  ])('is quoted if it is a list of one, and not if one name of several may be meant: %s', async (symbols, message) => {
    const { transport } = setUp(() => validationError(['query', 'symbols'], 'unknown'));
    await expect(
      transport.send(operationOf('GET /stocks/quotes'), { symbols: symbols.split(',') }, new AbortController().signal),
    ).rejects.toMatchObject({ message });
  });

  test('that the operation does not have is named as by the service, or by the path if there is no name', async () => {
    await expect(refusal(validationError(['query', 'page'], 'unknown'))).rejects.toMatchObject({
      parameter: undefined,
      message: 'page: the service says "unknown" (422)',
    });
    await expect(refusal(validationError([], 'unknown'))).rejects.toMatchObject({
      message: '/stocks/filings: the service says "unknown" (422)',
    });
  });

  test('is only reported as refused if there is no reason', async () => {
    await expect(refusal(reply(422, 'no'))).rejects.toMatchObject({
      kind: 'refused-argument',
      code: '#VALUE!',
      status: 422,
      message: 'The service refused an argument (422): check the arguments',
    });
  });

  test('is quoted on one line and without the key, as it was sent or as an address contains it', async () => {
    const text = 'key a+b\n\t is\r\nno key: a%2Bb, a+b';
    await expect(refusal(validationError(['query', 'x'], text), { apiKey: 'a+b' })).rejects.toMatchObject({
      message: 'x: the service says "key ••• is no key: •••, •••" (422)',
    });
  });

  test.each([
    [300, ''],
    [301, '…'],
  ])('makes a sentence of %i characters end in "%s" after 300', async (length, end) => {
    const frame = 'x: the service says "" (422)'.length;
    const failure: unknown = await refusal(validationError(['x'], 'a'.repeat(length - frame))).catch(
      (error: unknown) => error,
    );
    const { message } = failure as Error;
    expect([message.length, message.slice(300)]).toEqual([300 + end.length, end]);
  });
});

test('a path that does not exist is distinguished from an unknown name, because a web server answers with a page', async () => {
  const asked = (body: string, status = 404) => setUp(() => reply(status, body)).ask();
  await expect(asked('<html>')).rejects.toMatchObject({
    kind: 'body',
    message: expect.stringContaining('a web page instead of data (404)'),
  });
  await expect(asked('{}')).rejects.toMatchObject({ kind: 'status', status: 404 });
  await expect(asked('<html>', 403)).rejects.toMatchObject({ kind: 'status', status: 403 });
});

describe('a temporary failure', () => {
  test.each([
    [0, 0.75],
    [1, 1.5],
  ])(
    'is retried after half a second, then a second, or up to half of that earlier: chance %d',
    async (chance, seconds) => {
      jest.mocked(Math.random).mockReturnValue(chance);
      await settle([setUp(() => reply(500)).ask()]);
      expect(elapsed()).toBeCloseTo(seconds);
    },
  );

  test('leaves no listener for its cancellation once the request is over', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await settle([setUp((count) => (count === 1 ? NETWORK : reply(200))).ask(signal)]);
    const listeners = (calls: readonly (readonly unknown[])[]): unknown[] =>
      calls.map(([type, listener]) => [type, listener]);
    expect(add.mock.calls.length).toBeGreaterThan(0);
    expect(listeners(remove.mock.calls)).toEqual(expect.arrayContaining(listeners(add.mock.calls)));
  });
});
