import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Allowances } from '../../src/gateway/access/allowances';
import { Log } from '../../src/gateway/watch/log';
import { createMetrics } from '../support/metrics';
import { until } from '../support/until';
import { closeScenes, createScene } from './scene';

afterEach(closeScenes);

const SECRETS = ['md_SoxTJ2pLq', '1.0842', 'upstream-key-0123'];
/** An error whose message quotes what nobody may read, in lines that look like places in the code. */
function createFault(): Error {
  const fault = new RangeError(SECRETS.map((secret) => `\n    at ${secret} (file.ts:1:1)`).join(''));
  return Object.assign(fault, { code: 'EMFILE' });
}

/** A gateway that writes a log and counts, and in which this goes wrong. */
function createWatched() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-fault-')), 'log');
  const log = new Log({ log: file }, () => undefined);
  const metrics = createMetrics();
  const scene = createScene({
    gateway: {
      watchers: [log, metrics],
      notices: () => {
        throw createFault();
      },
      allowances: {
        takeSymbols: () => {
          throw createFault();
        },
        returnSymbols: () => undefined,
      } as unknown as Allowances,
    },
  });
  return {
    ...scene,
    countOfFaults: async () => /^md_faults_total (\d+)$/m.exec(await (await metrics.metricsResponse()).text())?.[1],
    /** All lines, as soon as one of them says this. */
    linesUntil: async (text: string): Promise<readonly string[]> => {
      const written = (): string => readFileSync(file, 'utf8');
      await until(() => written().includes(text));
      return written().trim().split('\n');
    },
  };
}

const SENTENCE = '{"detail":"The gateway failed: tell its administrator"}';

describe('an error that nobody expected', () => {
  test.each([
    ['while a file is served', '/config.json', {}],
    ['while quotes are requested', '/api/currencies/quotes?symbols=EURUSD', {}],
    ['while something else is requested', '/api/stocks/countries', {}],
  ])('%s is one sentence for the client, one line in the log, and counted', async (_, pathname, init) => {
    const { ask, linesUntil, countOfFaults } = createWatched();
    const answer = await ask(pathname, init);
    expect([answer.status, await answer.text()]).toEqual([500, SENTENCE]);
    const faults = (await linesUntil('"fault"')).filter((line) => line.includes('"fault"'));
    expect(faults).toHaveLength(1);
    expect(JSON.parse(faults[0]!)).toMatchObject({
      level: 50,
      fault: { name: 'RangeError', code: 'EMFILE', stack: expect.any(Array) as unknown },
    });
    expect(faults[0]).toContain('faults.test.ts');
    expect(SECRETS.filter((secret) => faults[0]!.includes(secret))).toEqual([]);
    expect(await countOfFaults()).toBe('1');
  });
});

describe('the log names a fault of the service, with the path and without the symbols:', () => {
  const QUOTES = '/currencies/quotes';

  async function linesAfter(fetch: () => Promise<Response>): Promise<readonly object[]> {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-service-')), 'log');
    const log = new Log({ log: file }, () => undefined);
    const { ask } = createScene({ gateway: { watchers: [log], fetch } });
    await ask(`/api${QUOTES}?symbols=EURUSD`);
    await log.flushLines();
    const written = readFileSync(file, 'utf8');
    expect(written).not.toContain('EURUSD');
    return written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string })
      .filter(({ msg }) => msg.startsWith('service'));
  }

  test('a status', async () => {
    const lines = await linesAfter(() => Promise.resolve(Response.json({ detail: 'No' }, { status: 403 })));
    expect(lines).toEqual([
      expect.objectContaining({ path: QUOTES, status: 403, ms: expect.any(Number) as number, msg: 'service' }),
    ]);
  });

  test('an unreadable answer with status 200', async () => {
    const lines = await linesAfter(() => Promise.resolve(new Response('<html>Maintenance</html>')));
    expect(lines).toEqual([
      expect.objectContaining({ path: QUOTES, reason: 'garbage', msg: 'service gave nothing to use' }),
    ]);
  });

  test("the system's code for a service that cannot be reached", async () => {
    const cause = Object.assign(new Error('certificate of upstream-key-0123 has expired'), {
      code: 'CERT_HAS_EXPIRED',
    });
    const lines = await linesAfter(() => Promise.reject(new TypeError('fetch failed', { cause })));
    expect(lines).toContainEqual(
      expect.objectContaining({ path: QUOTES, reason: 'CERT_HAS_EXPIRED', msg: 'service gave nothing to use' }),
    );
    expect(JSON.stringify(lines)).not.toContain('upstream-key-0123');
  });
});

test('an answer or refusal of the service does not count as a fault of the gateway', async () => {
  const { ask, linesUntil, countOfFaults } = createWatched();
  expect((await ask('/api/nothing')).status).toBe(404);
  expect((await ask('/api/algo/upload/backtrader', { method: 'POST', body: '{}' })).status).toBe(403);
  expect((await linesUntil('"status":403')).filter((line) => line.includes('"fault"'))).toEqual([]);
  expect(await countOfFaults()).toBe('0');
});
