// Written by `npm run docs` from the catalog: change that instead.
import type { AnyDeclaration } from '../define';
import { type LazyFunction, lazyFunctions } from '../evaluate/lazy-function';
import { quote } from '../quote';

const load = async () => (await import('../late')).CATALOG;

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
  quote,
  ...lazyFunctions('HOURS,FILINGS,SCORE,HOLIDAYS,MARKETS,STATUS,SYMBOLS,TICKS,CONVERT,NEWS,USAGE,GET,ISOPEN,WORKDAY,NETWORKDAYS,SETTLE,COMPLETE', load),
  ...lazyFunctions('LIVE', load, true),
];
