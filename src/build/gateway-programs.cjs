const path = require('node:path');
const tsx = require('tsx/cjs/api');
const { typescriptRule } = require('../../webpack.config.js');

const root = (...names) => path.join(__dirname, '../..', ...names);
const { Licenses } = tsx.require('./licenses.ts', __filename);

/**
 * The gateway as programs that need nothing but Node: gateway.mjs, check.mjs, and the simulated service in a folder. Not
 * minified, so that the places of a fault in the log can be read.
 */
module.exports = {
  mode: 'production',
  target: 'node20',
  devtool: false,
  entry: {
    gateway: root('src/gateway/server.ts'),
    check: root('src/gateway/check/check.ts'),
    'sandbox/server': root('src/sandbox/server.ts'),
  },
  experiments: { outputModule: true },
  output: { path: root('dist'), filename: '[name].mjs', module: true, library: { type: 'module' } },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [typescriptRule],
    parser: { javascript: { dynamicImportMode: 'eager', exprContextCritical: false } },
  },
  // One makes certificates for the computer of a developer; the other is for what the store is not asked for.
  externals: {
    'office-addin-dev-certs': 'import office-addin-dev-certs',
    '@node-rs/xxhash': 'node-commonjs @node-rs/xxhash',
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  optimization: { minimize: false, splitChunks: false },
  plugins: [new Licenses(['@redis/client'])],
  performance: { hints: false },
  stats: 'errors-warnings',
};
