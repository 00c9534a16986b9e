const configure = require('../../../webpack.config.js');

/** By the webpack that builds: one that is loaded here, before the add-in's own configuration, would be a second one. */
const banner = {
  apply: (compiler) => {
    new compiler.webpack.BannerPlugin('The second build').apply(compiler);
  },
};

/** The add-in once more, with one change that reaches every file, so that each has another name. */
module.exports = async (env, argv) => {
  const configuration = await configure(env, argv);
  return { ...configuration, plugins: [...configuration.plugins, banner] };
};
