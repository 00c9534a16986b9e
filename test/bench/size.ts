import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './figure';

const BUILD = join(process.cwd(), 'node_modules/.cache/bench/add-in');
const WEBPACK = join(process.cwd(), 'node_modules/webpack/bin/webpack.js');
const KILOBYTE = 1024;

/** What the browser loads, gzip: the functions with every cell, the other scripts only when they are needed. */
export function size(): Figure[] {
  // Built anew: what lies in dist may be of another day.
  execFileSync(process.execPath, [WEBPACK, '--mode', 'production', '--output-path', BUILD], { stdio: ['ignore', 'ignore', 'inherit'] });
  const scripts = readdirSync(BUILD).filter((name) => name.endsWith('.js') || name.endsWith('.css'));
  const sizeOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILD, name))).length, 0) / KILOBYTE;
  return [
    { name: 'size functions.js', ours: sizeOf(['functions.js']), baseline: 30, unit: 'kB gzip', against: 'the most that cells may wait for', goal: 1 },
    {
      name: 'size pane', ours: sizeOf(scripts.filter((name) => name.startsWith("pane."))), baseline: 60, unit: 'kB gzip',
      against: 'the most that the pane may load', goal: 1,
    },
  ];
}
