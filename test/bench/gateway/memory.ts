import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeToken } from '../../../src/gateway/access/personal-tokens';
import type { Figure } from '../figure';
import { ask } from './ask';
import { symbolsOf, workbooksOf } from './demand';
import { startNode } from './nodes';
import { KEY_HEADER } from '../../support/published-fields';

const [PEOPLE, ANSWERS, AT_ONCE, PARTS] = [2_000, 50_000, 16, 10];
/** Collects the garbage of the gateway when it is told to, by a signal. */
const COLLECTOR = path.resolve('test/bench/gateway/collector.cjs');
const MEGABYTE = 1024 * 1024;
/** How far the heaps of two moments lie apart where nothing is kept. */
const NOISE_MB = 1;

/** The memory of a gateway that two thousand people ask, and whether it grows. */
export async function memory(): Promise<Figure[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => makeToken(`person ${index}`, {}));
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-tokens-')), 'tokens.json');
  writeFileSync(file, JSON.stringify(people.map(({ record }) => record)));
  const { node, close } = await startNode(5, ['--tokens', file, '--quotes-fresh', '1.5'], {
    // The heap that the unit gives it.
    NODE_OPTIONS: `--max-old-space-size=256 --require ${COLLECTOR}`,
  });
  const workbooks = workbooksOf(PEOPLE, symbolsOf(500));
  const heaps: number[] = [];
  let [most, asked] = [0, 0];
  const read = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await node.metrics())?.[1]) / MEGABYTE;
  const one = async (until: number): Promise<void> => {
    while (asked < until) {
      const index = asked++;
      const symbols = workbooks[index % PEOPLE]!;
      const { status } = await ask(`${node.url}/api/currencies/quotes?symbols=${symbols.join()}`, {
        [KEY_HEADER]: people[index % PEOPLE]!.token,
      });
      if (status !== 200) throw new Error(`Status ${status}`);
      if (index % 500 === 0) most = Math.max(most, await read('process_resident_memory_bytes'));
    }
  };
  try {
    for (let part = 1; part <= PARTS; part++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => one((ANSWERS / PARTS) * part)));
      node.kill('SIGUSR2');
      await setTimeout(200);
      heaps.push(await read('nodejs_heap_size_used_bytes'));
    }
  } finally {
    await close();
  }
  // The first half of the answers meets everybody, and every symbol, for the first time.
  const [middle, end] = [heaps[PARTS / 2 - 1]!, Math.min(...heaps.slice(-2))];
  return [
    {
      name: 'gateway.memory',
      ours: most,
      baseline: heaps[0]!,
      unit: 'MB',
      against: `resident at most, ${PEOPLE.toLocaleString('en')} people and ${ANSWERS.toLocaleString('en')} answers, garbage collected ${PARTS} times`,
      goal: 350,
      isAbsolute: true,
    },
    {
      name: 'gateway.memory slope',
      ours: Math.max(0, end - middle),
      baseline: middle,
      unit: 'MB',
      against: `more heap after the second half of the answers than after the first, ${middle.toFixed(1)} MB; below ${NOISE_MB} MB does not count as growth`,
      goal: NOISE_MB,
      isAbsolute: true,
    },
  ];
}
