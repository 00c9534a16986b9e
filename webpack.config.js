const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const HtmlPlugin = require('html-webpack-plugin');
const tsx = require('tsx/cjs/api');
const { config } = require('./package.json');

const load = (name) => tsx.require(`./src/build/${name}.ts`, __filename);
const root = (...names) => path.join(__dirname, ...names);

const PORT = Number(config['dev-server-port']);
const LOCAL_URL = `https://localhost:${PORT}`;

/**
 * The scripts beside functions.js, which has what a first quote needs: every other function, what nobody waits for, the
 * pane, what is written at a click or at a time (texts, sheets, snapshots, charts), what few open in the pane, and the sign-in with
 * and without Microsoft's library. Each holds what its doors lead to, unless a script before it does; that is then loaded beside it.
 */
const DOORS = {
  more: /src.(functions.late|api.(late|transport.refusals))\.ts$/,
  workbook: /src.(office|app).late\.ts$/,
  pane: /src.office.pane\.ts$/,
  written: /src.(app.workbook.written|office.workbook.charts)\.ts$/,
  tools: /src.taskpane.late\.ts$/,
  'sign-in': /src.office.sign-in\.ts$/,
  nested: /src.office.nested-sign-in\.ts$/,
};

const scripts = Object.entries(DOORS).map(([name, door], index) => ({
  name,
  chunks: 'async',
  enforce: true,
  priority: -index,
  test: (module, { chunkGraph }) =>
    chunkGraph
      .getModuleChunks(module)
      .some((chunk) => chunkGraph.getChunkModules(chunk).some(({ resource }) => door.test(resource))),
}));

/** TypeScript becomes JavaScript as tsconfig.json has it. Nothing here looks at types: `npm run lint` does. */
const typescriptRule = {
  test: /\.tsx?$/,
  loader: 'ts-loader',
  options: {
    configFile: root('tsconfig.json'),
    transpileOnly: true,
    compilerOptions: { noEmit: false, sourceMap: true, incremental: false },
  },
};

/** webpack would print where in the code an error was found. */
function readOptions(env) {
  try {
    return load('options').readBuildOptions(env, process.env, LOCAL_URL);
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}

/** One entry, so that functions and pane on the shared page use the same modules, and with them the same session. */
module.exports = async (env, argv) => {
  const isProduction = argv.mode === 'production';
  const options = readOptions(env);
  const { addinUrl, officeJs: source } = options;
  if (isProduction && addinUrl === LOCAL_URL)
    console.warn(
      `The manifest leads to the development server, ${LOCAL_URL}: set ADDIN_URL to where these files will be.`,
    );
  if (source === 'local')
    console.warn(
      'OFFICE_JS=local: Microsoft allows copies of office.js only for internal use and development. ' +
        'With this one, previews of formulas send requests.',
    );
  const { officeJs, officeJsFiles } = load('office-js');
  const { address, hosts, needed } = officeJs(source);
  const { GeneratedFiles } = load('generated-files');
  const { Licenses } = load('licenses');
  const { minimizer } = load('minimizer');
  return {
    mode: isProduction ? 'production' : 'development',
    // Never a form of eval: the page's Content-Security-Policy refuses it.
    devtool: 'source-map',
    entry: {
      functions: root('src/office/index.ts'),
      'no-office': root('src/office/no-office.ts'),
      'sign-in-page': root('src/office/sign-in-page.ts'),
    },
    output: {
      path: root('dist'),
      filename: '[name].js',
      chunkFilename: isProduction ? '[id].[contenthash:8].js' : '[name].js',
      // Short, because the script that cells wait for contains it three times.
      uniqueName: 'md',
      // Beside the page, wherever that is.
      publicPath: '',
      // No cell waits longer for code than for the service.
      chunkLoadTimeout: 30_000,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    // The script that every cell waits for has all of them: names of modules would take 360 bytes more, numbers of scripts a
    // second table beside their names.
    optimization: {
      ...(isProduction && { moduleIds: 'size', chunkIds: 'named' }),
      minimizer: [minimizer(), '...'],
      splitChunks: { cacheGroups: { default: false, defaultVendors: false, ...scripts } },
    },
    module: {
      rules: [
        typescriptRule,
        { test: /\.json$/, type: 'javascript/auto', loader: root('src/build/json-module.cjs') },
        { test: /\.css$/, loader: root('src/build/style-module.cjs') },
      ],
    },
    plugins: [
      new HtmlPlugin({
        template: root('src/taskpane/taskpane.html'),
        filename: 'taskpane.html',
        officeJs: address,
        scriptHosts: hosts.join(' '),
        neededHosts: needed.join(' '),
        // The other script is in the template: it must not wait for office.js.
        chunks: ['functions'],
        // Before office.js reports ready, every function must be associated: a deferred script would be too late.
        scriptLoading: 'blocking',
        inject: 'head',
        hash: isProduction,
        minify: false,
      }),
      // What the add-in shows in a dialog.
      new HtmlPlugin({
        template: root('src/office/sign-in.html'),
        filename: 'sign-in.html',
        officeJs: address,
        scriptHosts: hosts.join(' '),
        chunks: ['sign-in-page'],
        scriptLoading: 'defer',
        hash: isProduction,
        minify: false,
      }),
      new CopyPlugin({
        patterns: [
          { from: root('assets/*.png'), to: 'assets/[name][ext]' },
          ...(source === 'local' ? officeJsFiles(root()) : []),
        ],
      }),
      new GeneratedFiles(root(), LOCAL_URL, options),
      new Licenses(),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    ...(process.env.WEBPACK_SERVE && { devServer: await load('dev-server').devServer(PORT) }),
  };
};

/** For whatever else is bundled of the same sources: the workbench's page, benches. */
module.exports.typescriptRule = typescriptRule;
