import { testConnection } from '../../src/app/account';
import { inspect } from 'node:util';
import { Session } from '../../src/app/session';
import { createSandbox } from '../../src/sandbox/app';
import { createMemoryHost } from '../support/memory-host';
import { ADDRESS, FORMULAS, KEY, NOW_MS, createSession, evaluate, traces } from './scene';
import { KEY_HEADER } from '../support/published-fields';

const sandbox = createSandbox({ now: () => NOW_MS });

describe('the key', () => {
  test('goes in its header to the configured origin and nowhere else, without cookies, referrer, redirect or anybody’s cache', async () => {
    const requests: Request[] = [];
    const session = createSession(((request: Request) => {
      requests.push(request);
      return sandbox.fetch(request);
    }) as unknown as typeof fetch);
    await Promise.all(FORMULAS.map((formula) => evaluate(session, formula)));
    expect(requests.length).toBeGreaterThanOrEqual(4);
    for (const request of requests) {
      const { url, headers, method, body } = request;
      expect({ method, origin: new URL(url).origin, body, headers: Object.fromEntries(headers) }).toEqual({
        method: 'GET',
        origin: ADDRESS,
        body: null,
        headers: { [KEY_HEADER]: KEY, accept: 'application/json' },
      });
      expect(url).not.toContain(KEY);
      expect(request).toMatchObject({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
        cache: 'reload',
      });
    }
  });

  test('is stored only under its own name', async () => {
    const host = createMemoryHost({ apiKey: '', serviceAddress: ADDRESS });
    const session = new Session(host, { fetch: (request) => sandbox.fetch(request as Request) });
    await session.save({ apiKey: KEY, area: 'stocks' });
    await Promise.all(FORMULAS.map((formula) => evaluate(session, formula)));
    expect([...host.stored].filter(([name, value]) => `${name} ${value}`.includes(KEY))).toEqual([['md.apiKey', KEY]]);
    await session.save({ apiKey: '' });
    expect([...host.stored.values()]).not.toContain(KEY);
  });

  test('is absent from every trace of a failure that contains the request', async () => {
    const session = createSession((request) =>
      Promise.reject(Object.assign(new TypeError(`fetch failed: ${KEY}`), { request })),
    );
    const outcomes = await Promise.all(FORMULAS.map((formula) => evaluate(session, formula)));
    expect(traces(session, ...outcomes)).not.toContain(KEY);
  });

  test.each([
    ['is refused', new Response(`bad key ${KEY}`, { status: 401 })],
    [
      'is quoted',
      Response.json({ detail: [{ loc: ['header', KEY_HEADER], msg: `bad key ${KEY}`, type: 'x' }] }, { status: 422 }),
    ],
    ['comes back as data', new Response(KEY)],
  ])('is not repeated by the connection test when it %s', async (_, response) => {
    const session = createSession(() => Promise.resolve(response.clone()));
    const report = await testConnection({ apiKey: KEY, serviceAddress: ADDRESS }, session);
    expect(report).toMatchObject({ message: expect.stringMatching(/^\S/) });
    expect(inspect([report, session.activity], { depth: 12 })).not.toContain(KEY);
  });

  test('is hidden in both forms if it has characters that an address encodes', async () => {
    const key = 'a+b/c=d';
    const echo = { detail: [{ loc: ['query', 'x'], msg: `${key} and ${encodeURIComponent(key)}`, type: 'x' }] };
    const session = createSession(() => Promise.resolve(Response.json(echo, { status: 422 })));
    const report = await testConnection({ apiKey: key, serviceAddress: ADDRESS }, session);
    expect(report).toMatchObject({ message: 'x: the service says "••• and •••" (422)' });
  });
});
