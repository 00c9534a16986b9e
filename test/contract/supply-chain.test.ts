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

  test('takes exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});
