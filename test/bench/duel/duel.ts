import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../excel/emulator/certificate';
import { launchBrowser } from '../../support/browser';
import { median } from '../figure';
import { type Contender, contenders, OURS } from './contenders';
import { duelPicture } from './picture';
import { LATENCY_MS, type Run, runOnce } from './run';
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
 * Every contender under every workload, in one run and under the same emulated Excel; prints a table and keeps it with
 * its picture in docs.
 */
export async function duel(rounds = ROUNDS): Promise<void> {
  const [browser, certificate] = await Promise.all([launchBrowser(), makeCertificate()]);
  const results: Result[] = [];
  try {
    for (const workload of WORKLOADS) {
      const rows = contenders()
        .filter(({ isSlow }) => !(workload.isForBatches && isSlow))
        .map((contender) => ({ contender, runs: [] as Run[] }));
      for (let round = 0; round < rounds; round++) {
        for (const { contender, runs } of rows)
          if (round === 0 || !contender.isSlow) runs.push(await runOnce(contender, workload, { browser, certificate }));
      }
      results.push({ workload, rows });
      console.log(tableOf({ workload, rows }));
    }
  } finally {
    await browser.close();
  }
  const docs = join(process.cwd(), 'docs');
  writeFileSync(join(docs, 'duel.md'), documentOf(results));
  writeFileSync(join(docs, 'duel.svg'), duelPicture(results));
}

const documentOf = (results: readonly Result[]): string =>
  `# The duel

Written by \`npm run bench -- duel\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. The real office.js in the emulated Excel, a
service that takes ${LATENCY_MS} ms over HTTP/1.1, all in one run. First and last cell are when Excel sees them: the median where there are several runs, with
the spread of the last cell. What the contenders are: [performance.md](performance.md).

${results.map(tableOf).join('\n\n')}
`;

const machine = (): string =>
  `${availableParallelism()} cores at a load of ${loadavg()[0]!.toFixed(0)}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node ${process.versions.node.split('.')[0]}`;

const HEAD = ['contender', 'requests', 'refused', 'first cell', 'last cell', 'spread', 'right cells', 'script, gzip'];

function tableOf({ workload, rows }: Result): string {
  const lines = rows.map(({ contender, runs }) => {
    const of = (field: keyof Run): number => median(runs.map((run) => run[field]));
    const last = runs.map((run) => run.last);
    return [
      contender.name === OURS ? `**${OURS}**` : contender.name,
      number(of('requests')),
      number(of('refused')),
      `${number(of('first'))} ms`,
      `${number(of('last'))} ms`,
      runs.length === 1 ? 'one run' : `${number(Math.min(...last))}–${number(Math.max(...last))}`,
      `${number(of('right'))} of ${number(workload.cells)}`,
      `${(contender.scriptBytes / 1024).toFixed(1)} kB`,
    ];
  });
  return [`## ${workload.name}`, '', row(HEAD), row(HEAD.map(() => '---')), ...lines.map(row)].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const number = (value: number): string => Math.round(value).toLocaleString('en');
