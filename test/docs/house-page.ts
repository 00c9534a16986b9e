import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type HouseFigures, houseFigures, type SourceFile } from './house-figures';
import before from './house-before.json';

/** The files that something enters. */
export interface Walk {
  readonly title: string;
  /** Until its first request leaves. */
  readonly out?: readonly string[];
  /** From the answer on. */
  readonly back?: readonly string[];
  readonly all: readonly string[];
  /** When the same is asked once more. */
  readonly again?: readonly string[];
}

const ROOT = join(__dirname, '../..');

/** Walks the code in a process of its own, whose engine tells which files it enters. */
export const walk = (): readonly Walk[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', 'test/docs/files-of-a-formula.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e7,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as readonly Walk[];

export interface House {
  readonly figures: HouseFigures;
  /** How many files each walk enters. */
  readonly walks: readonly Counts[];
}

interface Counts {
  readonly title: string;
  readonly out?: number;
  readonly back?: number;
  readonly all: number;
  readonly again?: number;
}

export const houseOf = (sources: readonly SourceFile[], walks: readonly Walk[]): House => ({
  figures: houseFigures(sources),
  walks: walks.map(({ title, out, back, all, again }) => ({
    title,
    all: all.length,
    ...(out && { out: out.length }),
    ...(back && { back: back.length }),
    ...(again && { again: again.length }),
  })),
});

/** A page with the tables of the house instead of those that it holds. */
export function withHouseTables(page: string, now: House): string {
  const tables: Readonly<Record<string, string>> = { figures: figureTable(now), walks: walkTable(now) };
  return page.replace(
    /<!-- (\w+), written by npm run docs -->\n[^]*?<!-- end -->/g,
    (_, name: string) => `<!-- ${name}, written by npm run docs -->\n\n${tables[name]!}\n\n<!-- end -->`,
  );
}

/** Lines are rounded: otherwise every change would change the page. */
function figureTable({ figures }: House): string {
  const rows: readonly (readonly [string, (figures: HouseFigures) => string])[] = [
    ['files in `src/`', ({ files }) => `${files}`],
    ['lines', ({ lines }) => hundreds(lines)],
    ['lines in files of more than 250', ({ deepLines, lines }) => percent(deepLines, lines, 0)],
    ['lines that begin an import', ({ importCount, lines }) => percent(importCount, lines, 1)],
    [
      'exports with one importing file',
      ({ exportsWithOneImporter, exports }) => percent(exportsWithOneImporter, exports, 0),
    ],
  ];
  return table(
    ['figure', 'before', 'now'],
    rows.map(([name, say]) => [name, say(before.figures), say(figures)]),
  );
}

const hundreds = (lines: number): string => (Math.round(lines / 100) * 100).toLocaleString('en');
const percent = (part: number, whole: number, digits: number): string => `${((100 * part) / whole).toFixed(digits)} %`;

function walkTable({ walks }: House): string {
  const old: readonly Counts[] = before.walks;
  return table(
    ['files entered by', 'out', 'back', 'in all', 'again', 'in all before'],
    walks.map(({ title, out, back, all, again }) => [
      title,
      out ?? '',
      back ?? '',
      all,
      again ?? '',
      old.find((one) => one.title === title)?.all ?? '',
    ]),
  );
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
