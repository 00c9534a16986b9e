import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type HouseFigures, houseFigures, type SourceFile } from './house-figures';

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
const walk = (): readonly Walk[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', 'test/docs/files-of-a-formula.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e7,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as readonly Walk[];

/** How large the house is, and which files and lines a formula enters: what `npm run docs` prints. */
export function houseTables(sources: readonly SourceFile[]): string {
  const linesOf = new Map(sources.map(({ path, lines }) => [path, lines]));
  const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + linesOf.get(path)!, 0);
  return [
    figureTable(houseFigures(sources)),
    table(
      ['files entered by', 'out', 'back', 'in all', 'their lines', 'again'],
      walk().map(({ title, out, back, all, again }) => [
        title,
        out?.length ?? '',
        back?.length ?? '',
        all.length,
        sum(all),
        again?.length ?? '',
      ]),
    ),
  ].join('\n\n');
}

const figureTable = (figures: HouseFigures): string =>
  table(
    ['figure of src/', ''],
    [
      ['files', figures.files],
      ['lines', figures.lines],
      ['lines in files of more than 250', percent(figures.deepLines, figures.lines)],
      ['lines that begin an import', percent(figures.importCount, figures.lines)],
      ['exports with one importing file', percent(figures.exportsWithOneImporter, figures.exports)],
      ['methods of one lower-case word', percent(figures.oneWordMethods, figures.methods)],
    ],
  );

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
