import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import type { Figure } from './figure';

const DIST = join(process.cwd(), 'dist');
const KILOBYTE = 1024;

/** What the browser loads, gzip: the functions with every cell, the pane's chunks only when it is seen. */
export function size(): Figure[] {
  if (!existsSync(join(DIST, 'functions.js'))) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
  const scripts = readdirSync(DIST).filter((name) => name.endsWith('.js') || name.endsWith('.css'));
  const [functions, pane] = [scripts.filter((name) => name === 'functions.js'), scripts.filter((name) => name !== 'functions.js')]
    .map((names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, name))).length, 0) / KILOBYTE) as [number, number];
  return [
    { name: 'size functions.js', ours: functions, baseline: 30, unit: 'kB gzip', against: 'the most that cells may wait for', goal: 1 },
    { name: 'size pane', ours: pane, baseline: 60, unit: 'kB gzip', against: 'the most that the pane may load', goal: 1 },
  ];
}
