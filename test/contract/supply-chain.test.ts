import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const manifest = read('package.json') as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: true }> };

describe('an installation', () => {
  test('runs no script of a package, and asks about none', () => {
    const scripted = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), false]);
    expect(manifest.allowScripts).toEqual(Object.fromEntries(scripted));
  });

  test('is tried under Node 22, the recommended one and then the oldest that works', () => {
    const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
    const [, oldest] = /^>=(\d+\.\d+)$/.exec(String(manifest.engines!.node))!;
    const [, recommended] = new RegExp(`Take Node (\\d+);\\s+${oldest}\\s+is\\s+the oldest`).exec(text('README.md'))!;
    const ci = text('.github/workflows/ci.yml');
    expect(ci).toContain(`node: [22, ${recommended}]`);
    expect(ci).toMatch(new RegExp(`needs: quick[^]*node-version: '${oldest}'`));
  });

  test('takes exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});
