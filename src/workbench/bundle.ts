import { copyFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Configuration, type RuleSetRule, webpack } from 'webpack';
import { minimizer } from '../build/minimizer';

const ROOT = join(__dirname, '..', '..');

const patch = (name: string): string => join(__dirname, 'univer-patches', `${name}.ts`);

/** Changes the engine's source. */
const LOADER = join(__dirname, 'univer-patches', 'source-changes.cjs');

/** Packages of the engine, and what stands for them in the page. */
const REPLACED = {
  numfmt$: patch('typed-dates'),
  'cjk-regex$': patch('unused-packages'),
  'franc-min$': patch('unused-packages'),
  'opentype.js$': patch('unused-packages'),
};

const STYLES = join(ROOT, 'src/build/style-module.cjs');

/** Files whose rules hold for the add-in too. */
const SHARED = [STYLES, join(ROOT, 'src/build/minimizer.ts'), join(ROOT, 'tsconfig.json')];

const { typescriptRule } = createRequire(__filename)(join(ROOT, 'webpack.config.js')) as {
  typescriptRule: RuleSetRule;
};

/** @param isPublished minified, with the hash of its content in each file's name */
const configurationOf = (isPublished: boolean, page = './src/workbench/page/page.ts'): Configuration => ({
  context: ROOT,
  mode: isPublished ? 'production' : 'development',
  // Never uses eval, which the page's Content-Security-Policy refuses.
  devtool: false,
  entry: {
    workbench: page,
    offline: { import: './src/workbench/service/offline.ts', filename: 'offline.js' },
  },
  output: isPublished
    ? { publicPath: '', filename: '[name].[contenthash:12].js', chunkFilename: '[name].[contenthash:12].js' }
    : { publicPath: '', filename: '[name].js', chunkFilename: '[name].js' },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      typescriptRule,
      { test: /\.css$/, loader: STYLES },
      { test: /[\\/]@univerjs[\\/]/, resolve: { alias: REPLACED }, use: LOADER },
      // The engine's interface for scripts, which nothing here uses.
      { test: /[\\/]@univerjs[\\/].*[\\/]facade\.js$/, sideEffects: false },
    ],
  },
  cache: {
    type: 'filesystem',
    name: isPublished ? 'playground' : 'workbench',
    version: JSON.stringify(typescriptRule),
    buildDependencies: { config: [__filename, LOADER, ...SHARED] },
  },
  optimization: { nodeEnv: 'production', minimizer: [minimizer(), '...'] },
  performance: { hints: false },
});

/** Contents by name. */
export type PageFiles = Map<string, Uint8Array<ArrayBuffer>>;

/**
 * The page's files. The first run takes a while; its cache is in node_modules/.cache.
 *
 * @param page the script to begin with, if it is another than the workbench's
 */
export async function bundlePage(isPublished = false, page?: string): Promise<PageFiles> {
  const { output, ...configuration } = configurationOf(isPublished, page);
  // Of its own: several servers may build at the same time.
  const folder = await mkdtemp(join(tmpdir(), 'md-workbench-'));
  try {
    const compiler = webpack({ ...configuration, output: { ...output, path: folder } });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    if (stats?.hasErrors())
      throw new Error(`The workbench's page could not be built:\n${stats.toString('errors-only')}`);
    const files: PageFiles = new Map([['univer.css', new Uint8Array(await readFile(univerStyles()))]]);
    for (const name of await readdir(folder)) files.set(name, new Uint8Array(await readFile(join(folder, name))));
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const univerStyles = (): string => createRequire(__filename).resolve('@univerjs/preset-sheets-core/lib/index.css');

/** Bundles the page into a folder, and again whenever a file of it changes; says each time if something is wrong. */
export function watchPage(folder: string, built: (problem?: string) => void) {
  copyFileSync(univerStyles(), join(folder, 'univer.css'));
  return webpack({ ...configurationOf(false), output: { ...configurationOf(false).output, path: folder } }).watch(
    {},
    (error, stats) => built(error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : undefined)),
  );
}
