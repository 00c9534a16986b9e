// Written by `npm run docs` from the catalog: change that instead.
import type { AnyDeclaration } from '../define';
import { type LazyFunction, lazyFunctions } from '../evaluate/lazy-function';
import { quote } from '../quote';

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
  quote,
  ...lazyFunctions('HOURS,HOLIDAYS,MARKETS,STATUS', () => import(/* webpackChunkName: "calendar" */ './chunks/calendar')),
  ...lazyFunctions('FILINGS,SCORE', () => import(/* webpackChunkName: "companies" */ './chunks/companies')),
  ...lazyFunctions('SYMBOLS,CONVERT,NEWS,USAGE,GET,OK', () => import(/* webpackChunkName: "more" */ './chunks/more')),
  ...lazyFunctions('TICKS', () => import(/* webpackChunkName: "ticks" */ './chunks/ticks')),
  ...lazyFunctions('LIVE', () => import(/* webpackChunkName: "live" */ './chunks/live'), true),
  ...lazyFunctions('ISOPEN,WORKDAY,NETWORKDAYS,SETTLE', () => import(/* webpackChunkName: "days" */ './chunks/days')),
];
