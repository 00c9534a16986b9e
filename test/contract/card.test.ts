import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import { functionsJson } from '../../src/functions/help/functions-json';

const ROOT = path.join(__dirname, '../..');
const { scripts, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Record<
  'scripts' | 'devDependencies',
  Readonly<Record<string, string>>
>;

/** What the product was ordered with: its parts may grow around these, and none of them goes. */
describe('the design card of the product', () => {
  test('has the packages office-addin-debugging, @microsoft/office-js, webpack, ts-loader and jest', () => {
    const packages = ['office-addin-debugging', '@microsoft/office-js', 'webpack', 'ts-loader', 'jest'];
    expect(packages.filter((name) => !(name in devDependencies))).toEqual([]);
    expect(packages.filter((name) => !existsSync(path.join(ROOT, 'node_modules', name, 'package.json')))).toEqual([]);
  });

  test('starts Excel by office-addin-debugging, builds by webpack and tests by jest', () => {
    expect(scripts['start:excel']).toMatch(/^office-addin-debugging start manifest\.xml\b/);
    expect(scripts.build).toMatch(/^webpack\b/);
    expect(scripts.test).toMatch(/^jest\b/);
  });

  test('has these files and folders at the top level', () => {
    const names = ['src', 'manifest.xml', 'assets', 'test', 'package.json', 'webpack.config.js', 'tsconfig.json'];
    expect(names.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  test('has the functions MD.HOURS, MD.FILINGS, MD.QUOTE and MD.SCORE', () => {
    const names = ['HOURS', 'FILINGS', 'QUOTE', 'SCORE'];
    const told = functionsJson(HELP, 'https://addin.example.com').functions.map(({ id }) => id);
    expect(CATALOG.map(({ id }) => id)).toEqual(expect.arrayContaining(names));
    expect(told).toEqual(expect.arrayContaining(names));
    expect(readFileSync(path.join(ROOT, 'manifest.xml'), 'utf8')).toContain('DefaultValue="MD"');
  });

  test('translates all TypeScript that is built by ts-loader alone, without looking at types', () => {
    const modules = translatedModules();
    expect(modules.map(({ file }) => file).sort()).toEqual([...SHIPPED].sort());
    for (const { file, loaders } of modules)
      expect([file, loaders]).toEqual([
        file,
        [{ loader: expect.stringMatching(/[\\/]node_modules[\\/]ts-loader[\\/]/), isTranspileOnly: true }],
      ]);
  });
});

/** A file of each room that ships. */
const SHIPPED = ['core', 'api', 'app', 'functions', 'office', 'taskpane'].map((room) => {
  const folder = path.join('src', room);
  return path.join(
    folder,
    readdirSync(path.join(ROOT, folder)).find((name) => /(?<!\.d)\.tsx?$/.test(name))!,
  );
});

interface TranslatedModule {
  readonly file: string;
  readonly loaders: readonly { readonly loader: string; readonly isTranspileOnly: boolean }[];
}

/** Runs the build of single files in a process of its own, because webpack.config.js loads TypeScript. Writes nothing. */
const BUILD = `
  const { webpack } = require('webpack');
  require('./webpack.config.js')({}, { mode: 'production' }).then(({ module, resolve }) => {
    const compiler = webpack({
      module,
      resolve,
      entry: JSON.parse(process.argv[1]),
      externals: ({ contextInfo }, done) => (contextInfo.issuer ? done(null, 'commonjs none') : done()),
    });
    compiler.hooks.shouldEmit.tap('card', () => false);
    compiler.run((error, stats) => {
      const modules = [...stats.compilation.modules].filter(({ resource }) => /\\.tsx?$/.test(resource));
      console.log(
        JSON.stringify(
          modules.map(({ resource, loaders }) => ({
            file: resource,
            loaders: loaders.map(({ loader, options }) => ({ loader, isTranspileOnly: options?.transpileOnly })),
          })),
        ),
      );
    });
  });`;

function translatedModules(): TranslatedModule[] {
  const files = JSON.stringify(SHIPPED.map((file) => path.join(ROOT, file)));
  const printed = execFileSync(process.execPath, ['-e', BUILD, files], { cwd: ROOT, encoding: 'utf8' });
  return (JSON.parse(printed) as TranslatedModule[]).map(({ file, loaders }) => ({
    file: path.relative(ROOT, file),
    loaders,
  }));
}
