import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { withExcel } from '../excel';
import { median } from '../figure';
import { type Contender, contenders } from './contenders';
import { duelPicture } from './picture';
import { type Run, runOnce } from './run';
import { type Workload, WORKLOADS } from './workloads';

const ROUNDS = 5;

export interface Row {
  readonly contender: Contender;
  /** Interleaved with those of the others. */
  readonly runs: readonly Run[];
}

export interface Result {
  readonly workload: Workload;
  readonly rows: readonly Row[];
}

/**
 * Every contender under every workload, in one run and under the same emulated Excel; prints what was measured and keeps it with
 * its picture in docs.
 */
export async function duel(rounds = ROUNDS): Promise<void> {
  const results: Result[] = [];
  await withExcel(async (open) => {
    for (const workload of WORKLOADS) {
      const rows = contenders()
        .filter(({ isSlow }) => !(workload.isForBatches && isSlow))
        .map((contender) => ({ contender, runs: [] as Run[] }));
      for (let round = 0; round < rounds; round++) {
        for (const { contender, runs } of rows)
          if (round === 0 || !contender.isSlow) runs.push(await runOnce(contender, workload, open));
      }
      results.push({ workload, rows });
      console.log(linesOf({ workload, rows }).join('\n'));
    }
  });
  const docs = join(process.cwd(), 'docs');
  console.log(machine());
  writeFileSync(join(docs, 'duel.csv'), `${[row(HEAD), ...results.flatMap(linesOf)].join('\n')}\n`);
  writeFileSync(join(docs, 'duel.svg'), duelPicture(results));
}

const machine = (): string =>
  `${availableParallelism()} cores at a load of ${loadavg()[0]!.toFixed(0)}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node ${process.versions.node.split('.')[0]}`;

const HEAD = [
  'workload',
  'contender',
  'requests',
  'refused',
  'first cell (ms)',
  'last cell (ms)',
  'last cell: least',
  'last cell: most',
  'right cells',
  'cells',
  'script (kB gzip)',
];

const linesOf = ({ workload, rows }: Result): readonly string[] =>
  rows.map(({ contender, runs }) => {
    const of = (field: keyof Run): number => Math.round(median(runs.map((run) => run[field])));
    const last = runs.map((run) => Math.round(run.last));
    return row([
      workload.name,
      contender.name,
      of('requests'),
      of('refused'),
      of('first'),
      of('last'),
      Math.min(...last),
      Math.max(...last),
      of('right'),
      workload.cells,
      (contender.scriptBytes / 1024).toFixed(1),
    ]);
  });

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => (/[",]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : cell)).join(',');
