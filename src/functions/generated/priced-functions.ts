// Written by `npm run docs` from the catalog: change that instead.
import type { AnyDeclaration } from '../define';

/** How to load the functions that state what a formula costs, by id. */
export const PRICED_FUNCTIONS: Readonly<Record<string, (() => Promise<AnyDeclaration>) | undefined>> = {
  TICKS: async () => (await import(/* webpackChunkName: "ticks" */ './chunks/ticks')).TICKS,
};
