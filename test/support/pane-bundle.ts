import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';

const ENTRY = path.join(__dirname, '../browser/pane-host.ts');

/** Bundles the pane in scripts of its own, by the rules by which the add-in is bundled, into a folder. */
export async function bundlePane(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const makeConfig = createRequire(__filename)('../../webpack.config.js') as (
    env: object,
    argv: object,
  ) => Promise<webpack.Configuration>;
  const { module: rules, resolve } = await makeConfig({}, { mode: 'development' });
  const config: webpack.Configuration = {
    mode: 'development',
    devtool: false,
    target: 'web',
    module: rules!,
    resolve: resolve!,
    entry: ENTRY,
    output: { path: folder, filename: 'pane.js', chunkFilename: '[name].js' },
  };
  await new Promise<void>((done, fail) => {
    webpack(config, (error, stats) => {
      if (error ?? stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')));
      else done();
    });
  });
}
