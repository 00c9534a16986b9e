import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../../src/gateway/command/options';
import { createMetrics } from '../support/metrics';
import { freePort, onPath } from './engine';
import { until } from './firm';
import { smallAddIn } from './node-process';

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
  ['md-gateway@.service', /(?<=server\.ts ).*$/m],
])('%s starts the gateway only with options that it has', (name, line) => {
  const options = found(line.exec(read(name))![0], /--([a-z-]+)/g);
  expect(options).toContain('key-file');
  expect(options.filter((one) => !isOption(one))).toEqual([]);
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

test('md-gateway@.service starts a gateway in a release by the letter, with less memory than it is given', async () => {
  const unit = read('md-gateway@.service');
  const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'md-unit-')), await freePort()];
  for (const part of ['src', 'node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(path.resolve(part), path.join(folder, part));
  symlinkSync(smallAddIn(), path.join(folder, 'add-in'));
  writeFileSync(path.join(folder, 'md-key'), 'key-of-the-service');
  const heap = Number(/max-old-space-size=(\d+)/.exec(unit)![1]);
  expect(heap).toBeLessThan(Number(/^MemoryMax=(\d+)M$/m.exec(unit)![1]) - 100);
  const command = /^ExecStart=\/usr\/bin\/node (.*)$/m
    .exec(unit)![1]!
    .replaceAll('%i', String(port))
    // It is a number of its own there; here it may be none.
    .replace(`--admin-port 1${port}`, '--admin-port 0');
  const environment = {
    ...Object.fromEntries(
      found(unit, /^Environment=(.*)$/gm).map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
    ),
    CREDENTIALS_DIRECTORY: folder,
    MD_SERVICE: 'https://service.example.com',
    MD_PUBLIC_URL: 'https://md.example.com',
  };
  const child = spawn('sh', ['-c', `exec "${process.execPath}" ${command}`], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await until(() => child.exitCode !== null || output.includes(`Gateway: http://localhost:${port}/`));
    expect(output).toContain('nobody is let in');
    expect((await fetch(`http://127.0.0.1:${port}/config.json`)).status).toBe(200);
  } finally {
    child.kill('SIGKILL');
  }
});
