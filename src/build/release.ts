import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engines, license, version } from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const NAME = 'md-gateway';
/** Beside the programs and the add-in. */
const PARTS = ['LICENSE', 'deploy', 'docs/gateway.md'];

/** The commands that sentences and documents name. */
const scripts = { gateway: 'node --max-old-space-size=256 gateway.mjs', check: 'node check.mjs' };

/** Writes what a server needs beside Node into a folder: the programs and the add-in, without packages. */
function buildInto(folder: string): void {
  const build = (...args: readonly string[]): void => {
    execFileSync(process.execPath, [path.join(ROOT, 'node_modules/webpack/bin/webpack.js'), ...args], {
      cwd: ROOT,
      // The gateway puts its own address there.
      env: { ...process.env, ADDIN_URL: 'https://gateway.invalid' },
      stdio: ['ignore', 2, 2],
    });
  };
  build('--config', 'src/build/gateway-programs.cjs', '--output-path', folder);
  build('--mode', 'production', '--output-path', path.join(folder, 'add-in'));
  const about = { name: NAME, version, private: true, license, engines, scripts };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** `npm run release`: the gateway in one file, which a server with Node only unpacks. Prints its name. */
function main(): void {
  const parent = mkdtempSync(path.join(tmpdir(), 'md-release-'));
  const folder = path.join(parent, NAME);
  try {
    buildInto(folder);
    for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    const file = path.resolve(`${NAME}-${version}.tar.gz`);
    execFileSync('tar', ['--owner=0', '--group=0', '-czf', file, '-C', parent, NAME]);
    console.log(file);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

// An image of a container gets the folder itself, which is named as an argument.
const [image] = process.argv.slice(2);
if (image === undefined) main();
else buildInto(path.resolve(image));
