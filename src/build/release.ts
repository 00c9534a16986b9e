import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const NAME = 'md-gateway';
/** Beside the add-in and the packages. */
const PARTS = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'deploy',
  'docs/gateway.md',
  ...['api', 'core', 'gateway', 'sandbox'].map((room) => `src/${room}`),
  'src/build/end-with-npm.ts',
];

interface Package {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/**
 * `npm run release`: the gateway with everything that it needs to run on a computer like this one, in one file that a
 * server only unpacks. Prints its name.
 */
function main(): void {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Package>>;
  };
  const parent = mkdtempSync(path.join(tmpdir(), 'md-release-'));
  const folder = path.join(parent, NAME);
  try {
    const needed = Object.entries(packages).filter(
      ([name, { dev, devOptional }]) => name !== '' && dev !== true && devOptional !== true,
    );
    // Packages for other kinds of computer are not installed.
    const names = needed.map(([name]) => name).filter((name) => existsSync(path.join(ROOT, name)));
    for (const part of [...PARTS, ...names])
      cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true, dereference: true });
    const webpack = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');
    execFileSync(
      process.execPath,
      [webpack, '--mode', 'production', '--output-path', path.join(folder, 'add-in')],
      // The gateway puts its own address there.
      { cwd: ROOT, env: { ...process.env, ADDIN_URL: 'https://gateway.invalid' }, stdio: ['ignore', 2, 2] },
    );
    const file = path.resolve(`${NAME}-${version}-${process.platform}-${process.arch}.tar.gz`);
    execFileSync('tar', ['--owner=0', '--group=0', '-czf', file, '-C', parent, NAME]);
    console.log(file);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

main();
