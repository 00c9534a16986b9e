import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

/**
 * The checks of the source, side by side on all cores: `npm run lint` everything, `npm run check:quick` what has
 * changed since the last commit.
 */

/** A command with its title; a command with a slash is the path of a script in a package. */
type Step = readonly [name: string, command: string, ...args: readonly string[]];

/** This version stores its results. Other tools need version 6, whose command has the same name. */
const TYPES: Step = ['types', 'typescript7/bin/tsc'];

const LINES: Step = ['lines of each module', 'tsx', 'src/build/ceilings.ts'];

/** Results for unchanged files are kept, but not in CI: the types that they use may have changed. */
const kept = (tool: string): string[] =>
  process.env.CI ? [] : ['--cache', '--cache-location', `.cache/${tool}`, '--cache-strategy', 'content'];

/** The longest first, so that the others fill the other cores. */
const everything = (): Step[] => [
  ['types and rules', 'oxlint', '--type-aware', '--type-check', '--report-unused-disable-directives'],
  ['format', 'prettier', ...kept('prettier'), '--check', '.'],
  LINES,
  ['modules', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src'],
  ['unused exports', 'knip'],
  ['unused exports of the product', 'knip', '--production', '--exclude', 'types'],
];

const ofChanges = (changed: readonly string[]): Step[] => {
  const code = changed.filter((file) => /^(?:src|test)\/.*\.tsx?$/.test(file));
  const tests = testsOf(changed, listFiles('test'), (file) => readFileSync(file, 'utf8'));
  return [
    TYPES,
    LINES,
    ...(tests.length > 0
      ? [
          [
            'tests',
            'jest',
            '--config',
            'test/unit.config.js',
            '--passWithNoTests',
            '--runTestsByPath',
            ...tests,
          ] as Step,
        ]
      : []),
    ...(code.length > 0 ? [['rules', 'oxlint', '--type-aware', ...code] as Step] : []),
    ['format', 'prettier', '--check', '--ignore-unknown', ...changed],
  ];
};

/** The tests that have changed or import what has, without those in a browser or of the built add-in. */
export function testsOf(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): readonly string[] {
  const withoutEnding = (file: string): string => file.replace(/(?:\/index)?\.(?:tsx?|json|cjs)$/, '');
  const wanted = new Set(changed.map(withoutEnding));
  return files
    .filter((file) => /^test\/(?:unit|contract|faults|properties|docs)\/.*\.test\.ts$/.test(file))
    .filter((file) => !read(file).includes('MD_ADD_IN'))
    .filter(
      (file) =>
        changed.includes(file) ||
        [...read(file).matchAll(/(?:from|import) '(\.[^']+)'/g)].some(([, module]) =>
          wanted.has(withoutEnding(path.posix.join(path.posix.dirname(file), module!))),
        ),
    );
}

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');

const listFiles = (folder: string): string[] =>
  git('ls-files', '-z', '--cached', '--others', '--exclude-standard', folder);

const changedFiles = (): string[] => [
  ...git('diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'),
  ...git('ls-files', '-z', '--others', '--exclude-standard'),
];

/** Runs a step; its output is shown in one piece when it has ended. */
async function run([name, command, ...args]: Step): Promise<boolean> {
  const startedAt = performance.now();
  const isScript = command.includes('/');
  const program = isScript ? process.execPath : path.join('node_modules', '.bin', command);
  const given = isScript ? [path.join('node_modules', command), ...args] : args;
  const said: Buffer[] = [];
  const code = await new Promise<number | null>((resolve) => {
    // On Windows programs of packages are scripts of the shell.
    const child = spawn(program, given, { shell: !isScript && process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    child.on('close', resolve);
  });
  const isRight = code === 0;
  console.log(`${isRight ? '✓' : '✗'} ${name}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const text = Buffer.concat(said).toString().trim();
  // The line above reports success; of the output only errors and warnings are shown.
  if (!isRight || /\bwarning\b/.test(text)) console.log(text);
  return isRight;
}

async function main(): Promise<void> {
  const isQuick = process.argv.includes('--changed');
  const changed = isQuick ? changedFiles() : [];
  if (isQuick && changed.length === 0) {
    console.log('Nothing has changed since the last commit');
    return;
  }
  const waiting = isQuick ? ofChanges(changed) : everything();
  const results: boolean[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await run(step));
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  if (!results.every(Boolean)) process.exitCode = 1;
}

if (require.main === module) void main();
