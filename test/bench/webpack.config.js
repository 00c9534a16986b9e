const { resolve } = require('node:path');
const { typescriptRule } = require('../../webpack.config.js');

/** The figures are those of the code as it ships: bundled and minified, run by Node. */
module.exports = {
  mode: 'production',
  target: 'node20',
  devtool: false,
  entry: resolve(__dirname, 'bench.ts'),
  output: {
    path: resolve(__dirname, '../../node_modules/.cache/bench'),
    filename: 'bench.js',
    chunkFilename: 'bench-[name].js',
  },
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [typescriptRule] },
  node: { __dirname: false },
  // They find files beside themselves.
  externals: {
    'playwright-core': 'commonjs playwright-core',
    'office-addin-dev-certs': 'commonjs office-addin-dev-certs',
    '@redis/client': 'commonjs @redis/client',
  },
  stats: 'errors-only',
};
