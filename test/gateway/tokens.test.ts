import { createClient } from '@redis/client';
import { makeToken, TokenStore } from '../../src/gateway/access/personal-tokens';
import { Store } from '../../src/gateway/nodes/store';
import { tokenCommand } from './add-token';
import { Engine, findEngine } from './engine';
import { until } from './firm';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

(engine === undefined ? describe.skip : describe)('tokens survive the store', () => {
  let store: Engine;
  let service: NotingService;
  let nodes: readonly GatewayProcess[] = [];
  beforeAll(async () => {
    store = await Engine.start(engine!);
    service = await NotingService.start();
    const start = (): Promise<GatewayProcess> => GatewayProcess.start([...service.options, '--store', store.url]);
    nodes = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await store.stop();
    service.close();
  });

  const command = (...words: string[]): Promise<string> => tokenCommand(...words, '--store', store.url);
  /** A new token, once every node knows it. */
  const tokenOf = async (name: string, ...options: string[]): Promise<string> => {
    const token = await command('add', name, ...options);
    await until(async () => all(await statusesOf(token), 200));
    return token;
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
    const ann = await tokenOf('ann', '--groups', 'fx');
    const older = await records();
    await command('revoke', 'ann');
    const ben = await tokenOf('ben');
    await until(async () => areRefused(await statusesOf(ann)));
    await restartWith(older);
    // The nodes write the newer records back, and let nobody else in and nobody out meanwhile.
    await until(async () => {
      expect([areRefused(await statusesOf(ann)), await statusesOf(ben)]).toEqual([true, [200, 200]]);
      return JSON.stringify(await records()).includes('revoked') && 'ben' in (await records());
    });
    expect(await command('list')).toMatch(/^ann\trevoked\t.*fx\nben\tin force/m);
  });

  test('a store that comes back with some tokens gets the others from the nodes: nobody is locked out', async () => {
    const [cid, dan] = [await tokenOf('cid'), await tokenOf('dan')];
    const { cid: kept } = await records();
    await restartWith({ cid: kept! });
    await until(async () => 'dan' in (await records()));
    expect([await statusesOf(cid), await statusesOf(dan)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  test('a record that cannot be read is told, counted and mended, and others are revoked all the same', async () => {
    const [fay, gus] = [await tokenOf('fay'), await tokenOf('gus')];
    const [node] = nodes as [GatewayProcess];
    await restartWith({ ...(await records()), gus: '{"name":"gus"', eve: '{"name":"fay","hash":"x","added":"2099"}' });
    await until(async () => (await node.count('md_tokens_unreadable')) > 0);
    await command('revoke', 'fay');
    await until(async () => areRefused(await statusesOf(fay)));
    expect(await statusesOf(gus)).toEqual([200, 200]);
    expect(node.output).toMatch(/Tokens that cannot be read: .*eve/);
    // Whoever a node knows is written again; nobody knows the other one, until it is revoked or added.
    await until(async () => (await node.count('md_tokens_unreadable')) === 1);
    expect(await command('list')).toContain('eve\tcannot be read: add or revoke it again');
    await command('revoke', 'eve');
    await until(async () => (await node.count('md_tokens_unreadable')) === 0);
    expect(node.output).toContain('All tokens can be read again');
  });

  test('a record is never replaced by an older one, and a revocation counts although its computer is behind', async () => {
    const kept = await Store.open(store.url, 'behind');
    const storage = new TokenStore(kept);
    const { record } = makeToken('ann', { now: new Date('2030-01-01') });
    await storage.write(record);
    await expect(storage.write({ ...record, changed: '2026-01-01T00:00:00.000Z' })).rejects.toThrow('has just changed');
    await storage.putBack([{ ...record, changed: '2026-01-01T00:00:00.000Z' }]);
    expect((await storage.read()).records).toEqual([record]);
    await command('revoke', 'ann', '--tenant', 'behind');
    expect((await storage.read()).records).toEqual([
      expect.objectContaining({ revoked: expect.any(String) as string }),
    ]);
    kept.close();
  });

  test('something else under the name of the tokens is one sentence at the start', async () => {
    const client = await createClient({ url: store.url }).connect();
    await client.set('md:else:tokens', 'no tokens');
    client.destroy();
    const { code, stderr } = await outcomeOf(
      runGateway([
        ...[...service.options, '--http', '--port', '0', '--files', smallAddIn()],
        ...['--store', store.url, '--tenant', 'else'],
      ]),
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("has something else under the gateway's names: choose another --tenant"),
    ]);
  });
});
