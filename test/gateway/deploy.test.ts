import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../../src/gateway/command/options';
import { createMetrics } from '../support/metrics';

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
  const known = found(await (await metrics.text()).text(), /^# TYPE (\w+)/gm);
  const named = found(read(name), /\bmd_\w+/g).map((one) => one.replace(/_bucket$/, ''));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
});

test.each([
  ['compose.yaml', /^ {2}command: .*$/m],
  ['md-gateway@.service', /(?<=server\.ts ).*$/m],
])('%s starts the gateway only with options that it has', (name, line) => {
  const options = found(line.exec(read(name))![0], /--([a-z-]+)/g);
  expect(options).toContain('key-file');
  expect(options.filter((one) => !isOption(one))).toEqual([]);
});

test.each(['Dockerfile', 'md-gateway@.service'])('%s sets only variables that the gateway reads', (name) => {
  const variables = found(read(name), /\bMD_(\w+)/g).map((one) => one.toLowerCase().replaceAll('_', '-'));
  expect(variables.length).toBeGreaterThan(2);
  expect(variables.filter((one) => !isOption(one))).toEqual([]);
});

test('compose.yaml connects nginx with its own two nodes', () => {
  const script = /sed '([^']+)'/.exec(read('compose.yaml'))![1]!.replaceAll('\\\\', '\\');
  const servers = found(execFileSync('sed', [script, 'deploy/nginx.conf'], { encoding: 'utf8' }), /server (\S+:\d+)/g);
  expect(servers).toEqual(['gateway1:3443', 'gateway2:3443']);
});
