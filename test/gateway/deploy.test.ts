import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../../src/gateway/command/options';
import { createMetrics } from '../support/metrics';
import { freePort, onPath } from './engine';
import { until } from '../support/until';

const read = (name: string): string => readFileSync(path.join('deploy', name), 'utf8');
const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([whole, part]) => part ?? whole)),
];

/** Whether the gateway takes an option, with a value or without one. */
function isOption(name: string): boolean {
  try {
    readOptions([`--${name}`], {});
    return true;
  } catch (error) {
    return (error as Error).message === `--${name} needs a value`;
  }
}

test.each(['alerts.yaml', 'grafana.json'])('%s uses only metrics that the gateway has', async (name) => {
  const metrics = createMetrics();
  const known = found(await (await metrics.metricsResponse()).text(), /^# TYPE (\w+)/gm);
  const named = found(read(name), /\bmd_\w+/g).map((one) => one.replace(/_bucket$/, ''));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
});

const promtool = onPath('promtool');
(promtool === undefined ? test.skip : test)("Prometheus's own check finds nothing wrong with the alerts", () => {
  const said = execFileSync(promtool!, ['check', 'rules', 'deploy/alerts.yaml'], { encoding: 'utf8' });
  expect(said).toContain(`SUCCESS: ${found(read('alerts.yaml'), /- alert: (\w+)/g).length} rules found`);
});

test.each([
  ['compose.yaml', /^ {2}command: .*$/m],
  ['md-gateway@.service', /(?<=gateway\.mjs ).*$/m],
])('%s starts the gateway only with options that it has', (name, line) => {
  const options = found(line.exec(read(name))![0], /--([a-z-]+)/g);
  expect(options).toContain('key-file');
  expect(options.filter((one) => !isOption(one))).toEqual([]);
});

const analyze = onPath('systemd-analyze');
(analyze === undefined ? test.skip : test)('systemd finds nothing wrong with md-gateway@.service, nor open', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-unit-'));
  const file = path.join(folder, 'md-gateway@3451.service');
  writeFileSync(file, read('md-gateway@.service').replace('/usr/bin/node', process.execPath));
  const run = (...words: readonly string[]) => spawnSync(analyze!, [...words, file], { encoding: 'utf8' });
  const { status, stderr } = run('verify');
  expect([status, stderr]).toEqual([0, '']);
  // From 0, nothing is open, to 100.
  expect(run('security', '--offline=true', '--threshold=25').status).toBe(0);
  rmSync(folder, { recursive: true });
});

test.each(['deploy/Dockerfile', 'deploy/md-gateway@.service', 'package.json'])('%s bounds the memory', (name) => {
  expect(readFileSync(name, 'utf8')).toMatch(/--max-old-space-size=256[\s\S]*gateway/);
});

test.each(['Dockerfile', 'md-gateway@.service'])('%s sets only variables that the gateway reads', (name) => {
  const variables = found(read(name), /\bMD_(\w+)/g).map((one) => one.toLowerCase().replaceAll('_', '-'));
  expect(variables).toContain(name === 'Dockerfile' ? 'http' : 'service');
  expect(variables.filter((one) => !isOption(one))).toEqual([]);
});

test('compose.yaml gives HAProxy only variables that its file has', () => {
  const known = found(read('haproxy.cfg'), /presetenv (\w+)/g);
  const given = found(/^ {2}haproxy:[\s\S]*?^ {4}ports/m.exec(read('compose.yaml'))![0], /^ {6}(MD_\w+):/gm);
  expect(given.filter((one) => !known.includes(one))).toEqual([]);
});

describe('the release', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'md-unit-'));
  const folder = path.join(parent, 'md-gateway');
  let said: string;
  beforeAll(() => {
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'release'], { encoding: 'utf8' });
    said = stderr;
    const [file] = stdout.trim().split('\n').slice(-1);
    execFileSync('tar', ['-xzf', file!, '-C', parent]);
    rmSync(file!);
  }, 600_000);
  afterAll(() => rmSync(parent, { recursive: true }));

  test('is made without a publisher, and says which pages have places to fill', () => {
    expect(said).toMatch(/still to be filled: .*\[Publisher\] in .*privacy.*\nSet ADDIN_PUBLISHER/);
  });

  /** Node alone: no package of this computer is found from there. */
  const start = (command: string, environment: Readonly<Record<string, string>> = {}) => {
    const child = spawn('sh', ['-c', `exec ${command}`], {
      cwd: folder,
      env: { ...process.env, NODE_PATH: '', ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    const saying = async (text: string): Promise<string> => {
      await until(() => child.exitCode !== null || output.includes(text));
      return output;
    };
    return { child, saying };
  };

  test('has no packages and no sources, and the files of deploy/ unchanged', () => {
    const names = readdirSync(folder).sort();
    expect(names).toEqual(
      [
        ...[
          'LICENSE',
          'LICENSES.txt',
          'add-in',
          'check.mjs',
          'deploy',
          'docs',
          'gateway.mjs',
          'package.json',
          'sandbox',
        ],
      ]
        .concat('sbom.cdx.json')
        .sort(),
    );
    for (const name of readdirSync('deploy'))
      expect(readFileSync(path.join(folder, 'deploy', name), 'utf8')).toBe(read(name));
    // Whoever runs it must find the notices of what is in it.
    const notices = readFileSync(path.join(folder, 'LICENSES.txt'), 'utf8');
    for (const name of ['hono', 'jose', 'pino', 'undici', '@redis/client', 'rate-limiter-flexible'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('starts by exactly the command of md-gateway@.service, within its limit of memory', async () => {
    const [unit, port] = [read('md-gateway@.service'), await freePort()];
    writeFileSync(path.join(parent, 'md-key'), 'key-of-the-service');
    const heap = Number(/max-old-space-size=(\d+)/.exec(unit)![1]);
    expect(heap).toBeLessThan(Number(/^MemoryMax=(\d+)M$/m.exec(unit)![1]) - 100);
    const command = /^ExecStart=\/usr\/bin\/node (.*)$/m
      .exec(unit)![1]!
      .replaceAll('%i', String(port))
      // It is a number of its own there; here it may be none.
      .replace(`--admin-port 1${port}`, '--admin-port 0');
    const environment: Readonly<Record<string, string>> = {
      ...Object.fromEntries(
        found(unit, /^Environment=(.*)$/gm).map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
      ),
      CREDENTIALS_DIRECTORY: parent,
      MD_SERVICE: 'https://service.example.com',
      MD_PUBLIC_URL: 'https://md.example.com',
    };
    const { child, saying } = start(`"${process.execPath}" ${command}`, environment);
    try {
      expect(await saying(`Gateway: http://localhost:${port}/`)).toContain('nobody is let in');
      expect((await fetch(`http://127.0.0.1:${port}/config.json`)).status).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${port}/manifest.xml`)).text()).toContain('https://md.example.com/');
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('has the simulated service, the commands for tokens and the check', async () => {
    const port = await freePort();
    const { child, saying } = start(`"${process.execPath}" gateway.mjs --sandbox --http --port ${port} --admin-port 0`);
    try {
      await saying(`Gateway: http://localhost:${port}/`);
      const quotes = await fetch(`http://127.0.0.1:${port}/api/currencies/quotes?symbols=EURUSD`);
      expect(await quotes.json()).toMatchObject({ items: [{ symbol: 'EURUSD' }] });
      writeFileSync(path.join(parent, 'sandbox-key'), 'sandbox');
      const check = start(
        `npm run --silent check -- --service http://127.0.0.1:${port}/api --key-file ../sandbox-key --operation /currencies/quotes`,
      );
      expect(await check.saying('operations agree')).toContain('agrees   GET /currencies/quotes');
      const add = start('npm run --silent gateway -- token add ann --tokens ../tokens.json');
      expect(await add.saying('\n')).toMatch(/^md_[\w-]{43}\n$/);
    } finally {
      child.kill('SIGTERM');
    }
  });

  test('is the program that the image starts', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toContain('RUN npm run release -- /app');
    expect(dockerfile).toMatch(/COPY --from=build \/app \.\n[\s\S]*ENTRYPOINT \["node", "gateway\.mjs"\]/);
  });
});
