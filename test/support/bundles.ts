import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';
import { bundlePage } from '../../src/workbench/bundle';

/** Bundles the pane in scripts of its own, by the rules by which the add-in is bundled, into a folder. */
export const bundlePane = (folder: string): Promise<void> =>
  bundle(folder, {
    mode: 'development',
    entry: path.join(__dirname, '../browser/pane-host.ts'),
    output: { filename: 'pane.js', chunkFilename: '[name].js' },
  });

/** Bundles what tests call in the add-in's frame into one script, in-frame.js, as `mdInFrame`. */
export const bundleInFrame = (folder: string): Promise<void> =>
  bundle(folder, {
    mode: 'production',
    // The chunks that Excel's host loads by itself are in one piece here.
    optimization: { minimize: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    entry: path.join(__dirname, '../excel/in-frame.ts'),
    output: { filename: 'in-frame.js', library: { name: 'mdInFrame', type: 'window' } },
  });

/** Bundles the workbench's page into a folder, as the workbench does when it starts. */
export async function bundleWorkbench(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await bundlePage()) await writeFile(path.join(folder, name), content);
}

/** By the rules by which the add-in is bundled. */
async function bundle(folder: string, config: webpack.Configuration): Promise<void> {
  const makeConfig = createRequire(__filename)('../../webpack.config.js') as (
    env: object,
    argv: object,
  ) => Promise<webpack.Configuration>;
  const { module: rules, resolve } = await makeConfig({}, { mode: 'development' });
  const compiler = webpack({
    devtool: false,
    target: 'web',
    module: rules!,
    resolve: resolve!,
    ...config,
    output: { path: folder, ...config.output },
  });
  try {
    await new Promise<void>((done, fail) => {
      compiler.run((error, stats) => {
        if (error ?? stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')));
        else done();
      });
    });
  } finally {
    await new Promise((done) => {
      compiler.close(done);
    });
  }
}
