import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtAddIn } from './built';
import type { Figure } from './figure';

const KILOBYTE = 1000;
/** What the pane shows first, and one of its languages. */
const PANE = /^pane(?:-de)?\./;

/** What the browser loads, gzip: the functions with every cell, the other scripts only when they are needed. */
export function size(): Figure[] {
  const folder = builtAddIn();
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js') || name.endsWith('.css'));
  const sizeOf = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0) / KILOBYTE;
  return [
    {
      name: 'size functions.js',
      ours: sizeOf(['functions.js']),
      baseline: 36,
      unit: 'kB gzip',
      against: 'the most that cells may wait for',
      goal: 1,
    },
    {
      name: 'size pane',
      ours: sizeOf(scripts.filter((name) => PANE.test(name))),
      baseline: 90,
      unit: 'kB gzip',
      against: 'the most that the pane may load before it shows anything, in one language',
      goal: 1,
    },
  ];
}
