import MinimizerPlugin from 'minimizer-webpack-plugin';

/**
 * Makes scripts smaller than the bundler does by itself, and sooner: by swc. For
 * `optimization.minimizer`, where "..." leaves pages to the bundler. LICENSES.txt has the notices.
 */
export const minimizer = (): MinimizerPlugin =>
  new MinimizerPlugin({
    minify: MinimizerPlugin.swcMinify,
    minimizerOptions: { compress: { passes: 3 }, mangle: true, format: { comments: false } },
    extractComments: false,
    // The compiler has threads of its own.
    parallel: false,
  });
