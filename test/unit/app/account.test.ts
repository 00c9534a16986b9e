import { Client } from '../../../src/api/client';
import { Activity } from '../../../src/app/activity';
import { readGatewayStatus, testConnection } from '../../../src/app/account';
import { networkError, timeoutError } from '../../../src/api/service-error';

const answering = (status: number, body: unknown, observer = new Activity()): Client =>
  new Client({
    fetch: (input) => {
      const { pathname } = new URL((input as Request).url);
      return Promise.resolve(
        pathname === '/api/me' ? new Response(JSON.stringify(body), { status }) : new Response('', { status: 404 }),
      );
    },
    now: () => 0,
    apiKey: 'token',
    address: 'https://gateway.example/api',
    isGateway: true,
    observer,
  });

describe('what the gateway tells a user', () => {
  test('is their name, the age of quotes, the quota and the messages of its operator', async () => {
    const body = {
      person: 'ann',
      groups: null,
      quotesFreshSeconds: 30,
      quota: { used: 900, of: 1_000 },
      notices: ['Maintenance on Sunday'],
    };
    expect(await readGatewayStatus(answering(200, body))).toEqual({
      person: 'ann',
      quotesFreshSeconds: 30,
      quota: { used: 900, of: 1_000 },
      notices: ['Maintenance on Sunday'],
    });
  });

  test('is read without a request that counts in what the user sees', async () => {
    const activity = new Activity();
    const client = answering(200, { person: 'ann' }, activity);
    await readGatewayStatus(client);
    expect([activity.counts.requests, activity.requests]).toEqual([0, []]);
    // Any other question is counted.
    await client.transport.getPublic('/openapi.json', new AbortController().signal);
    expect(activity.counts.requests).toBe(1);
  });

  test('leaves out what the gateway does not know', async () => {
    expect(await readGatewayStatus(answering(200, { person: null, quota: null }))).toEqual({
      person: '',
      quotesFreshSeconds: undefined,
      quota: undefined,
      notices: [],
    });
  });

  test('is the reason why they are refused, if they are barred', async () => {
    const detail = 'ann is barred from this gateway: ask its administrator';
    expect(await readGatewayStatus(answering(403, { detail }))).toEqual({
      person: '',
      quotesFreshSeconds: undefined,
      quota: undefined,
      notices: undefined,
      refusal: detail,
    });
  });

  test.each([
    ['refuses the token', answering(401, { detail: 'Unknown token' })],
    ['answers with something else', answering(200, 'hello')],
  ])('is unknown if it %s', async (_, client) => expect(await readGatewayStatus(client)).toBeUndefined());
});

test.each([
  [timeoutError('https://service.test', 30_000), 'failed'],
  [networkError('https://service.test'), 'unreachable'],
])('the test of a connection says why there was no answer: $message', async (error, state) => {
  const client = { send: () => Promise.reject(error) };
  const entered = { apiKey: 'key', serviceAddress: 'https://service.test' };
  expect(await testConnection(entered, { clientFor: () => client as never })).toMatchObject({
    state,
    message: error.message,
  });
});
