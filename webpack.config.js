const fs = require('node:fs');
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const HtmlPlugin = require('html-webpack-plugin');
const tsx = require('tsx/cjs/api');
const ts = require('typescript');
const { sources, WebpackError } = require('webpack');
const { config: packageConfig } = require('./package.json');

const LOCAL_URL = `https://localhost:${packageConfig['dev-server-port']}`;
const OFFICE_JS_CDN = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';

const root = (...names) => path.join(__dirname, ...names);

/** One entry, so that the functions and the pane on the shared page use the same modules, and with them the same session. */
module.exports = async (env, argv) => {
  const isProduction = argv.mode === 'production';
  const addinUrl = readAddinUrl(process.env.ADDIN_URL);
  const isOfficeJsLocal = process.env.OFFICE_JS === 'local';
  return {
    mode: isProduction ? 'production' : 'development',
    // Never a form of eval: the page's Content-Security-Policy refuses it.
    devtool: 'source-map',
    entry: { functions: root('src/office/index.ts') },
    output: {
      path: root('dist'),
      filename: '[name].js',
      chunkFilename: isProduction ? '[name].[contenthash:8].js' : '[name].js',
      publicPath: 'auto',
      // No cell waits longer for code than for the service.
      chunkLoadTimeout: 30_000,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'ts-loader',
          options: {
            // Not the one nearest to the entry: that of the tests knows no dynamic import.
            configFile: root('tsconfig.json'),
            transpileOnly: true,
            compilerOptions: { noEmit: false, sourceMap: true },
            getCustomTransformers: () => ({ before: [leaveOutTexts] }),
          },
        },
        { test: /\.css$/, use: ['style-loader', { loader: 'css-loader', options: { sourceMap: false } }] },
      ],
    },
    plugins: [
      new HtmlPlugin({
        template: root('src/taskpane/taskpane.html'),
        filename: 'taskpane.html',
        officeJs: isOfficeJsLocal ? 'office-js/office.js' : OFFICE_JS_CDN,
        // Before office.js reports ready, every function must be associated: a deferred script would be too late.
        scriptLoading: 'blocking',
        inject: 'head',
        hash: isProduction,
        minify: false,
      }),
      new CopyPlugin({ patterns: [{ from: root('assets/*.png'), to: 'assets/[name][ext]' }, ...(isOfficeJsLocal ? officeJsFiles() : [])] }),
      new GeneratedFiles(addinUrl),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    ...(process.env.WEBPACK_SERVE && { devServer: await devServer() }),
  };
};

/** The address the add-in will be served from, without a slash at the end. */
function readAddinUrl(given) {
  if (!given) return LOCAL_URL;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username || url.password) {
    throw new Error(`ADDIN_URL: "${given}" is not an https address without query, such as https://example.com/md`);
  }
  return url.href.replace(/\/+$/, '');
}

/** What office.js may load at run time in Excel. Microsoft's licence forbids changes, so the minifier is told to pass. */
function officeJsFiles() {
  const dist = root('node_modules/@microsoft/office-js/dist');
  const wanted = ['office.js', 'o15apptofilemappingtable.js', 'excel*.js', 'custom-functions-runtime.js', 'es6-promise.js',
    '*/office_strings.js', 'telemetry/*.js', 'ariatelemetry/*.js'];
  return [
    { from: root('node_modules/@microsoft/office-js/LICENSE.md'), to: 'office-js/' },
    ...wanted.map((from) => ({
      from, context: dist, to: 'office-js/[path][name][ext]', info: { minimized: true }, globOptions: { ignore: ['**/*.debug.js'] },
    })),
  ];
}

/** What only functions.json, the help pages and the sandbox tell of functions and operations: cells do not wait for it. */
const TEXTS = new Set(['summary', 'returns', 'examples', 'sources', 'help', 'tag']);
const WITH_TEXTS = [root('src/functions', path.sep), root('src/api/operations.ts')];

/** Empties those texts where they are written: as properties, and as arguments for parameters of these names. */
function leaveOutTexts(context) {
  const isText = (declared) => declared !== undefined && ts.isIdentifier(declared.name) && TEXTS.has(declared.name.text);
  const emptied = (node) => (ts.isArrayLiteralExpression(node) ? ts.factory.createArrayLiteralExpression() : ts.factory.createStringLiteral(''));
  return (file) => {
    if (!WITH_TEXTS.some((place) => path.normalize(file.fileName).startsWith(place))) return file;
    const visit = (node) => {
      if (ts.isPropertyAssignment(node) && isText(node)) return ts.factory.updatePropertyAssignment(node, node.name, emptied(node.initializer));
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return ts.visitEachChild(node, visit, context);
      const parameters = parametersOf(node.expression.text, file);
      const given = node.arguments.map((argument, index) =>
        (isText(parameters[index]) && (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument)) ? emptied(argument) : argument));
      return ts.visitEachChild(ts.factory.updateCallExpression(node, node.expression, node.typeArguments, given), visit, context);
    };
    return ts.visitNode(file, visit);
  };
}

/** The parameters of a function that the file declares, or imports from one that does. */
function parametersOf(name, file) {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement.parameters;
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find((one) => one.name.getText(file) === name);
      if (declared) return declared.initializer?.parameters ?? [];
    }
    if (ts.isImportDeclaration(statement) && statement.importClause?.namedBindings?.elements?.some((one) => one.name.text === name)) {
      const fileName = path.resolve(path.dirname(file.fileName), `${statement.moduleSpecifier.text}.ts`);
      return fs.existsSync(fileName) ? parametersOf(name, ts.createSourceFile(fileName, fs.readFileSync(fileName, 'utf8'), ts.ScriptTarget.Latest, true)) : [];
    }
  }
  return [];
}

/** manifest.xml with its address, and what is derived from the functions' catalog: functions.json and the help pages. */
class GeneratedFiles {
  constructor(addinUrl) {
    this.addinUrl = addinUrl;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('GeneratedFiles', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'GeneratedFiles', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        compilation.fileDependencies.add(root('manifest.xml'));
        compilation.contextDependencies.add(root('src/functions'));
        try {
          for (const [name, text] of Object.entries(await this.files())) compilation.emitAsset(name, new sources.RawSource(text));
        } catch (error) {
          // Thrown on, it would end a watching build at the first half-written file.
          compilation.errors.push(new WebpackError(`functions.json and help pages: ${error.message}`));
        }
      });
    });
  }

  async files() {
    // Or a watching build would keep the catalog of its first run.
    for (const name of Object.keys(require.cache)) if (name.startsWith(root('src', path.sep))) delete require.cache[name];
    const load = (name) => tsx.require(`./src/${name}.ts`, __filename);
    const { CATALOG } = load('functions/catalog');
    const { functionsJson } = load('functions/metadata');
    const { helpPages } = load('functions/help-page');
    const { exampleResults } = load('workbench/example-results');
    return {
      'manifest.xml': fs.readFileSync(root('manifest.xml'), 'utf8').replaceAll(LOCAL_URL, this.addinUrl),
      'functions.json': `${JSON.stringify(functionsJson(CATALOG, this.addinUrl), null, 2)}\n`,
      ...helpPages(CATALOG, await exampleResults(CATALOG)),
    };
  }
}

/** https, because Excel takes nothing else; with a certificate that Excel trusts where the computer allows installing one. */
async function devServer() {
  return {
    port: Number(packageConfig['dev-server-port']),
    server: await certificate(),
    headers: { 'Access-Control-Allow-Origin': '*' },
    static: false,
    hot: false,
    client: { overlay: false },
  };
}

async function certificate() {
  try {
    const { ca, cert, key } = await require('office-addin-dev-certs').getHttpsServerOptions();
    return { type: 'https', options: { ca, cert, key } };
  } catch (error) {
    console.warn(`No trusted certificate (${String(error.message).split('\n')[0]}): Excel refuses this server until "npx office-addin-dev-certs install" succeeds.`);
    return 'https';
  }
}
