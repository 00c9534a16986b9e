import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { createAdaptorServer } from '@hono/node-server';
import { OPERATIONS } from '../../src/api/operations';
import { hasSamples } from '../../src/gateway/check/samples';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { KEY, keyFile, outcomeOf } from './node-process';

const CHECKED = OPERATIONS.filter((operation) => operation.method === 'GET' && hasSamples(operation));
const READS = CHECKED.length;
const LISTS = CHECKED.filter(({ kind }) => kind === 'quotes');

/** What stands before the simulated service, and may answer in its place. */
type Before = (url: URL, method: string) => Response | undefined;

interface Service {
  readonly url: string;
  readonly asked: string[];
  /** The programs that asked, as they name themselves. */
  readonly agents: ReadonlySet<string | null>;
  /** The most requests that were on their way at once. */
  readonly mostAtOnce: () => number;
  readonly close: () => void;
}

async function startService(options: SandboxOptions, before: Before = () => undefined): Promise<Service> {
  const sandbox = createSandbox(options);
  const asked: string[] = [];
  const agents = new Set<string | null>();
  let [now, most] = [0, 0];
  const server = createAdaptorServer({
    fetch: async (request) => {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}`);
      agents.add(request.headers.get('user-agent'));
      most = Math.max(most, ++now);
      try {
        return before(url, request.method) ?? (await sandbox.fetch(request));
      } finally {
        now--;
      }
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, agents, mostAtOnce: () => most, close: () => server.close() };
}

const out = path.join(mkdtempSync(path.join(tmpdir(), 'md-check-')), 'names.json');

/** The loader that it has everywhere, and one that starts it in half the time. */
const [AS_INSTALLED, COMPILED_ONCE] = [
  ['--import', 'tsx'],
  ['--require', require.resolve('./compiled-once.cjs')],
];

async function check(
  options: readonly string[],
  loader = COMPILED_ONCE,
): Promise<{ code: number | null; lines: string[]; stderr: string }> {
  const child = spawn(process.execPath, [...loader, 'src/gateway/check/check.ts', ...options], {
    env: { ...process.env, MD_KEY: '' },
  });
  const { code, stdout, stderr } = await outcomeOf(child);
  expect(stdout + stderr).not.toContain(KEY);
  return { code, stderr, lines: stdout.trim().split('\n') };
}

let service: Service | undefined;
afterEach(() => {
  service?.close();
  service = undefined;
});

describe('npm run check', () => {
  test('agrees with a service that follows the table: one request after the other, exit code 0', async () => {
    service = await startService({});
    const { code, lines } = await check(['--service', service.url, '--key-file', keyFile()], AS_INSTALLED);
    expect(code).toBe(0);
    expect(lines).toHaveLength(READS + 1);
    expect(lines.slice(0, READS).every((line) => line.startsWith('agrees   GET /'))).toBe(true);
    expect(lines.at(-1)).toBe(`${READS} of ${READS} operations agree with the table`);
    // Beside the operations, what only a second request shows: further pages, filters, longer lists, a preflight.
    expect(service.asked.length).toBeLessThan(READS + 30);
    expect(service.agents).toEqual(new Set([`md-for-excel/${version}`]));
    expect(service.mostAtOnce()).toBe(1);
  });

  test('reports renamed parameters, missing fields, other limits and missing CORS exactly, exit code 1, and writes the names to a file', async () => {
    service = await startService(
      {
        wireNames: { 'GET /stocks/filings ticker': 'company' },
        faults: parseFaults('missing-fields@/crypto/exchanges,no-cors'),
      },
      ({ searchParams }) => {
        const symbols = searchParams.get('symbols') ?? '';
        const headers = { 'x-ratelimit-limit': '120' };
        if (symbols.length <= 30) return undefined;
        const detail = [
          { loc: ['query', 'symbols'], msg: 'String should have at most 30 characters', type: 'string_too_long' },
        ];
        return Response.json({ detail }, { status: 422, headers });
      },
    );
    const { code, lines } = await check(['--service', service.url, '--key-file', keyFile(), '--out', out]);
    expect(code).toBe(1);
    const differing = lines.filter((line) => line.startsWith('differs') || line.startsWith('limit'));
    expect(differing.filter((line) => !line.includes('/quotes: '))).toEqual([
      'differs  GET /stocks/filings: parameter ticker: the service calls it "company"',
      expect.stringMatching(/^differs {2}GET \/crypto\/exchanges: field \w+ is missing/),
      'differs  CORS: a web page may not send the key; only a gateway can be between Excel and this service',
      'limit    x-ratelimit-limit: 120',
    ]);
    expect(differing).toContain('differs  GET /currencies/quotes: symbols: at most 30 characters; the table says 50');
    // The document has the length of a list of currencies, but not the name of the ticker.
    expect(lines.filter((line) => /^assumed .*\/(?:filings|exchanges|currencies\/quotes)/.test(line))).toEqual([
      'assumed  GET /stocks/filings: the interface document does not say this of ticker',
      expect.stringMatching(/^assumed {2}GET \/crypto\/exchanges: the interface document does not say this of \w+/),
    ]);
    expect(lines.at(-1)).toBe(`${READS - LISTS.length - 2} of ${READS} operations agree with the table`);
    const lengths = LISTS.map(({ id }) => [`${id} symbols length`, '30']);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
      names: { 'GET /stocks/filings ticker': 'company', ...Object.fromEntries(lengths) },
    });
    expect(lines.slice(-7)).toEqual([
      'MD.FILINGS needs what was learned: ticker is "company"',
      `MD.QUOTE needs what was learned: symbols has at most 30 characters (and ${LISTS.length - 1} more of its operations differ)`,
      expect.stringMatching(/^MD\.GET may show other values, or #N\/A: \/crypto\/exchanges: field \w+ is missing/),
      `Learned: names of parameters (1), lengths of lists (${LISTS.length}); import ${out} in the MD pane`,
      'Errors come as {detail: [{loc: [string], msg, type}]}',
      expect.stringMatching(/^Tell the provider: CORS: .*; GET \/crypto\/exchanges: field .*; and 1 more$/),
      expect.stringMatching(/operations agree with the table$/),
    ]);
  });

  test('writes the names of the description too, also of parameters that the service ignores under another name', async () => {
    const hours = 'GET /stocks/markets/hours';
    const wireNames = { [`${hours} start`]: 'from', [`${hours} end`]: 'to', 'GET /stocks/filings ticker': 'company' };
    service = await startService({ wireNames, hasDescription: true });
    const { code } = await check([
      ...['--service', service.url, '--key-file', keyFile(), '--out', out],
      ...['--operation', hours],
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({ names: wireNames });
  });

  test('checks only the operations that are given', async () => {
    service = await startService({});
    const { code, lines } = await check([
      ...['--service', service.url, '--key-file', keyFile()],
      ...['--operation', 'GET /stocks/quotes', '--operation', '/crypto/exchanges'],
    ]);
    expect([code, lines.at(-1)]).toEqual([0, '2 of 2 operations agree with the table']);
  });

  test('finds no fault with the key if the service, as a gateway does, refuses a preflight, which has none', async () => {
    service = await startService({}, (_, method) =>
      method === 'OPTIONS' ? Response.json({ detail: 'No key' }, { status: 401 }) : undefined,
    );
    const { code, lines, stderr } = await check([
      ...['--service', service.url, '--key-file', keyFile(), '--operation', '/stocks/countries'],
    ]);
    expect(stderr).toBe('');
    expect([code, lines]).toEqual([
      1,
      [
        'agrees   GET /stocks/countries',
        'differs  CORS: a web page may not send the key; only a gateway can be between Excel and this service',
        'Learned: nothing',
        'Errors come as {detail: [{loc: [string], msg, type}]}',
        'Tell the provider: CORS: a web page may not send the key; only a gateway can be between Excel and this service; it publishes no /openapi.json, from which the add-in could learn',
        '1 of 1 operations agree with the table',
      ],
    ]);
  });

  test.each<[string, Before, RegExp]>([
    ['refuses the key', () => new Response('', { status: 401 }), /refuses the key \(401\)/],
    [
      'reports too many requests',
      () => new Response('', { status: 429 }),
      /reports too many requests \(429\): the check stops here/,
    ],
  ])('stops at once if the service %s, exit code 2', async (_, before, words) => {
    service = await startService({}, before);
    const { code, stderr } = await check(['--service', service.url, '--key-file', keyFile()]);
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(words);
    expect(service.asked).toHaveLength(1);
  });

  test('reports in one line how a limit in headers changes, and says if a file cannot be written', async () => {
    let left = 100;
    service = await startService({}, ({ pathname }) =>
      pathname === '/crypto/exchanges' || pathname === '/stocks/countries'
        ? Response.json([], { headers: { 'x-ratelimit-remaining': String(--left) } })
        : undefined,
    );
    const { code, lines, stderr } = await check([
      ...['--service', service.url, '--key-file', keyFile(), '--out', path.join(path.dirname(out), 'none/names.json')],
      ...['--operation', '/crypto/exchanges', '--operation', '/stocks/countries'],
    ]);
    expect(lines.filter((line) => line.startsWith('limit'))).toEqual(['limit    x-ratelimit-remaining: 99 … 98']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Check: --out: \S+ cannot be written\n$/)]);
  });

  test('prints and writes no key, though the service repeats it', async () => {
    const detail = [{ loc: ['query', KEY], msg: `"${KEY}" has no such right`, type: 'missing' }];
    service = await startService({}, () =>
      Response.json({ detail }, { status: 422, headers: { 'x-ratelimit-of': KEY } }),
    );
    const { lines } = await check([
      ...['--service', service.url, '--key-file', keyFile(), '--out', out],
      ...['--operation', '/stocks/countries'],
    ]);
    expect(lines).toContain('limit    x-ratelimit-of: •••');
    expect(lines.join()).toContain('"•••" has no such right');
    expect(readFileSync(out, 'utf8')).not.toContain(KEY);
  });

  test.each<[string, string[]]>([
    ['Check: Say which service: use --service URL --key-file PATH', []],
    [
      'Check: http://127.0.0.1:2 cannot be reached (ECONNREFUSED)',
      ['--service', 'http://127.0.0.1:2', '--key-file', keyFile()],
    ],
    ['Check: The key of the service is missing', ['--service', 'http://127.0.0.1:1']],
    ['is not an operation such as "GET /stocks/quotes"', ['--service', 'http://127.0.0.1:1', '--operation', 'quotes']],
    ["Check: Unknown option '--sevice': use --service URL --key-file PATH", ['--sevice', 'x']],
  ])('refuses to run: %s, exit code 2', async (sentence, options) => {
    const { code, stderr } = await check(options);
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toContain(sentence);
  });
});
