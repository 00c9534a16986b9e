import type { Options } from '@swc/core';

/** How the bundler turns TypeScript into JavaScript: type by type as tsconfig.json has it, without looking at types. */
export const typescript: Options = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { verbatimModuleSyntax: true, react: { runtime: 'automatic', importSource: 'preact' } },
  },
};
