const { resolve } = require('node:path');

/** The figures are those of the code as it ships: bundled and minified, run by Node. */
module.exports = {
  mode: 'production',
  target: 'node20',
  devtool: false,
  entry: resolve(__dirname, 'bench.ts'),
  output: { path: resolve(__dirname, '../../node_modules/.cache/bench'), filename: 'bench.js' },
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }] },
  node: { __dirname: false },
  stats: 'errors-only',
};
