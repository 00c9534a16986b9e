import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { makeToken } from '../../src/gateway/access/personal-tokens';
import { closeScenes, createScene, type Scene } from '../gateway/scene';
import type { Answer } from './emulator/web-server';
import { useOffice } from './opened';
import { KEY_HEADER } from '../support/published-fields';

/** What the add-in's server was asked under /api, and how. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
}

function answeredBy({ gateway }: Scene): { answer: Answer; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/config.json') return gateway.fetch(request);
      if (!pathname.startsWith('/api/')) return undefined;
      asked.push({ method: request.method, path: pathname.slice(4), token: request.headers.get(KEY_HEADER) });
      return gateway.fetch(request);
    },
  };
}

async function peopleWith(name: string, groups?: readonly string[]): Promise<{ people: People; token: string }> {
  const { token, record } = makeToken(name, { ...(groups && { groups }) });
  const storage = { readTokens: () => Promise.resolve({ records: [record], unreadable: [] }) };
  const people = new People(storage, DEFAULT_GROUPS, true);
  await people.startWatching();
  people.stopWatching();
  return { people, token };
}

const quotesIn = (asked: readonly Asked[]): Asked[] => asked.filter(({ path }) => path.endsWith('/quotes'));

describe('the add-in from a gateway', () => {
  const office = useOffice();
  afterEach(closeScenes);

  test('shows values without a key or an address, and asks for no permission', async () => {
    const { answer, asked } = answeredBy(createScene());
    const excel = await office.open({ stored: {}, answer });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[expect.anything()]] });
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(quotesIn(asked)).toEqual([{ method: 'GET', path: '/currencies/quotes', token: null }]);
  });

  test('never sends the gateway a key that was meant for the service', async () => {
    const { answer, asked } = answeredBy(createScene());
    const excel = await office.open({ stored: { 'md.apiKey': 'key-of-the-service' }, answer });
    await excel.call('QUOTE', [['EURUSD']]);
    expect(asked.map(({ token }) => token)).not.toContain('key-of-the-service');
  });

  test('sends the token if one is required', async () => {
    const { people, token } = await peopleWith('ann');
    const { answer, asked } = answeredBy(createScene({ gateway: { people } }));
    const excel = await office.open({ stored: { 'md.apiKey': token }, answer });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[expect.anything()]] });
    expect(quotesIn(asked)[0]).toMatchObject({ token });
  });

  test('never takes a configuration from another origin', async () => {
    const excel = await office.open({
      answer: (request) =>
        new URL(request.url).pathname === '/config.json'
          ? Promise.resolve(Response.json({ serviceAddress: 'https://elsewhere.example.com/api', signIn: 'none' }))
          : undefined,
    });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[expect.anything()]] });
    expect(office.service.requests).toHaveLength(1);
  });
});
