import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { bundlePage } from '../../src/workbench/bundle';
import { BUILT_FOR } from './built-for';
import { withImports } from './test-files';

const ROOT = path.join(__dirname, '../..');
const SWC_LOADER = path.join(__dirname, 'swc-loader.cjs');

/** What tests take ready-made: they find its folder in the environment, under its name here. */
export interface Bundle {
  /** Of its folder in .cache. */
  readonly name: string;
  /** Files and folders that it is made of. */
  readonly sources: readonly string[];
  /** Makes it in a folder. */
  readonly build: (folder: string) => Promise<void>;
}

const rooms = (...names: readonly string[]): string[] => names.map((name) => `src/${name}`);
const ofTests = (entry: string): string[] =>
  [SWC_LOADER, ...withImports([path.join(ROOT, entry)])].map((file) => path.relative(ROOT, file));

const EVERYWHERE = ['package-lock.json', 'webpack.config.js', 'tsconfig.json', 'src/build'];
const PANE = rooms('core', 'api', 'app', 'functions', 'taskpane');
const PANE_ENTRY = 'test/browser/pane-host.ts';
const FRAME_ENTRY = 'test/excel/in-frame.ts';

export const BUNDLES: ReadonlyMap<string, Bundle> = new Map([
  [
    'MD_ADD_IN',
    {
      name: 'addin',
      sources: [
        ...EVERYWHERE,
        ...PANE,
        ...rooms('office', 'sandbox'),
        'manifest.xml',
        'assets',
        'docs/excel-checklist.md',
      ],
      build: buildAddIn,
    },
  ],
  ['MD_PANE', { name: 'pane', sources: [...EVERYWHERE, ...PANE, ...ofTests(PANE_ENTRY)], build: bundlePane }],
  [
    'MD_WORKBENCH',
    { name: 'workbench', sources: [...EVERYWHERE, ...PANE, ...rooms('sandbox', 'workbench')], build: bundleWorkbench },
  ],
  [
    'MD_IN_FRAME',
    {
      name: 'in-frame',
      sources: [...EVERYWHERE, ...PANE, ...rooms('office'), ...ofTests(FRAME_ENTRY)],
      build: bundleInFrame,
    },
  ],
]);

/** The add-in as it is released, with office.js beside it. */
async function buildAddIn(folder: string): Promise<void> {
  const program = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');
  await promisify(execFile)(process.execPath, [program, '--mode', 'production', '--output-path', folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ADDIN_URL: BUILT_FOR, ADDIN_DRAFT: 'on', OFFICE_JS: 'local' },
  });
}

/** The pane in scripts of its own, by nearly the rules by which the add-in is bundled. */
export function bundlePane(folder: string): Promise<void> {
  return bundle(folder, {
    mode: 'development',
    entry: path.join(ROOT, PANE_ENTRY),
    output: { filename: 'pane.js', chunkFilename: '[name].js' },
  });
}

/** What tests call in the add-in's frame in one script, in-frame.js, as `mdInFrame`. */
function bundleInFrame(folder: string): Promise<void> {
  return bundle(folder, {
    mode: 'production',
    // The chunks that Excel's host loads by itself are in one piece here.
    optimization: { minimize: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    entry: path.join(ROOT, FRAME_ENTRY),
    output: { filename: 'in-frame.js', library: { name: 'mdInFrame', type: 'window' } },
  });
}

/** The workbench's page, as the workbench makes it when it starts. */
async function bundleWorkbench(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await bundlePage()) await writeFile(path.join(folder, name), content);
}

/** By the rules by which the add-in is bundled, but for the loader of TypeScript. */
async function bundle(folder: string, config: webpack.Configuration): Promise<void> {
  const makeConfig = createRequire(__filename)('../../webpack.config.js') as {
    (env: object, argv: object): Promise<webpack.Configuration>;
    readonly typescriptRule: webpack.RuleSetRule;
  };
  const { module, resolve } = await makeConfig({}, { mode: 'development' });
  const { typescriptRule } = makeConfig;
  const rules = module!.rules!.map((rule) =>
    rule === typescriptRule ? { test: /\.tsx?$/, loader: SWC_LOADER } : rule,
  );
  const compiler = webpack({
    devtool: false,
    target: 'web',
    module: { rules },
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
