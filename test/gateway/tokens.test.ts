import { createClient } from '@redis/client';
import { makeToken, TokenStore } from '../../src/gateway/access/personal-tokens';
import { Store } from '../../src/gateway/nodes/store';
import { Engine, findEngine } from './engine';
import { until } from './firm';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

(engine === undefined ? describe.skip : describe)('tokens survive the store', () => {
  let store: Engine;
  const nodes: GatewayProcess[] = [];
  beforeEach(async () => {
    store = await Engine.start(engine!);
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await store.stop();
  });

  const startNode = async (): Promise<GatewayProcess> => {
    const node = await GatewayProcess.start(['--sandbox', '--store', store.url]);
    nodes.push(node);
    return node;
  };
  const command = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await outcomeOf(runGateway(['token', ...words, '--store', store.url]));
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim();
  };
  const statusesOf = async (token: string): Promise<number[]> =>
    Promise.all(nodes.map(async ({ url }) => (await fetch(url + QUOTE, { headers: { [KEY_HEADER]: token } })).status));
  const all = (statuses: readonly number[], status: number): boolean => statuses.every((one) => one === status);
  /** An address that is refused too often is answered with 429. */
  const areRefused = (statuses: readonly number[]): boolean => statuses.every((one) => one === 401 || one === 429);
  /** Everything in the store, as a file would hold it. */
  const records = async (): Promise<Record<string, string>> => {
    const client = await createClient({ url: store.url }).connect();
    const kept = await client.hGetAll('md:default:tokens');
    client.destroy();
    return { ...kept };
  };
  const restartWith = async (kept: Readonly<Record<string, string>>): Promise<void> => {
    const { port } = store;
    await store.stop();
    store = await Engine.start(engine!, port);
    if (Object.keys(kept).length === 0) return;
    const client = await createClient({ url: store.url }).connect();
    await client.hSet('md:default:tokens', kept);
    client.destroy();
  };

  test('a revoked token stays revoked when the store comes back from an older file, at every node', async () => {
    const ann = await command('add', 'ann', '--groups', 'fx');
    await startNode();
    await startNode();
    const older = await records();
    await command('revoke', 'ann');
    const ben = await command('add', 'ben');
    await until(async () => areRefused(await statusesOf(ann)) && all(await statusesOf(ben), 200));
    await restartWith(older);
    // The nodes write the newer records back, and let nobody else in and nobody out meanwhile.
    await until(async () => {
      expect([areRefused(await statusesOf(ann)), await statusesOf(ben)]).toEqual([true, [200, 200]]);
      return JSON.stringify(await records()).includes('revoked') && 'ben' in (await records());
    });
    expect(await command('list')).toMatch(/^ann\trevoked\t.*fx\nben\tin force/);
  });

  test('a store that comes back with some tokens gets the others from the nodes: nobody is locked out', async () => {
    const [ann, ben] = [await command('add', 'ann'), await command('add', 'ben')];
    await startNode();
    const { ann: kept } = await records();
    await restartWith({ ann: kept! });
    await until(async () => 'ben' in (await records()));
    expect([await statusesOf(ann), await statusesOf(ben)]).toEqual([[200], [200]]);
  });

  test('a record that cannot be read is told, counted and mended, and others are revoked all the same', async () => {
    const [ann, ben] = [await command('add', 'ann'), await command('add', 'ben')];
    const node = await startNode();
    await restartWith({ ...(await records()), ben: '{"name":"ben"', eve: '{"name":"ann","hash":"x","added":"2099"}' });
    await until(async () => (await node.count('md_tokens_unreadable')) > 0);
    await command('revoke', 'ann');
    await until(async () => areRefused(await statusesOf(ann)));
    expect(await statusesOf(ben)).toEqual([200]);
    expect(node.output).toMatch(/Tokens that cannot be read: .*eve/);
    // Whoever a node knows is written again; nobody knows the other one, until it is revoked or added.
    await until(async () => (await node.count('md_tokens_unreadable')) === 1);
    expect(await command('list')).toContain('eve\tcannot be read: add or revoke it again');
    await command('revoke', 'eve');
    await until(async () => (await node.count('md_tokens_unreadable')) === 0);
    expect(node.output).toContain('All tokens can be read again');
  });

  test('a record is never replaced by an older one, and a revocation counts although its computer is behind', async () => {
    const kept = await Store.open(store.url, 'default');
    const storage = new TokenStore(kept);
    const { record } = makeToken('ann', { now: new Date('2030-01-01') });
    await storage.write(record);
    await expect(storage.write({ ...record, changed: '2026-01-01T00:00:00.000Z' })).rejects.toThrow('has just changed');
    await storage.putBack([{ ...record, changed: '2026-01-01T00:00:00.000Z' }]);
    expect((await storage.read()).records).toEqual([record]);
    await command('revoke', 'ann');
    expect((await storage.read()).records).toEqual([
      expect.objectContaining({ revoked: expect.any(String) as string }),
    ]);
    kept.close();
  });

  test('something else under the name of the tokens is one sentence at the start', async () => {
    const client = await createClient({ url: store.url }).connect();
    await client.set('md:default:tokens', 'no tokens');
    client.destroy();
    const { code, stderr } = await outcomeOf(
      runGateway(['--sandbox', '--http', '--port', '0', '--files', smallAddIn(), '--store', store.url]),
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("has something else under the gateway's names: choose another --tenant"),
    ]);
  });
});
