// Written by `npm run docs` from the catalog: change that instead.
import type { AnyDeclaration } from '../define';
import { LazyFunction } from '../evaluate/lazy-function';
import { quote } from '../quote';

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
  quote,
  new LazyFunction('HOURS', 'matrix', async () => (await import(/* webpackChunkName: "calendar" */ '../hours')).hours),
  new LazyFunction('FILINGS', 'matrix', async () => (await import(/* webpackChunkName: "companies" */ '../filings')).filings),
  new LazyFunction('SCORE', 'matrix', async () => (await import(/* webpackChunkName: "companies" */ '../score')).score),
  new LazyFunction('HOLIDAYS', 'matrix', async () => (await import(/* webpackChunkName: "calendar" */ '../holidays')).holidays),
  new LazyFunction('MARKETS', 'matrix', async () => (await import(/* webpackChunkName: "calendar" */ '../markets')).markets),
  new LazyFunction('STATUS', 'matrix', async () => (await import(/* webpackChunkName: "calendar" */ '../status')).status),
  new LazyFunction('SYMBOLS', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../symbol-list')).symbolList),
  new LazyFunction('TICKS', 'matrix', async () => (await import(/* webpackChunkName: "ticks" */ '../ticks')).ticks),
  new LazyFunction('CONVERT', 'scalar', async () => (await import(/* webpackChunkName: "more" */ '../convert')).convert),
  new LazyFunction('NEWS', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../news')).news),
  new LazyFunction('USAGE', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../usage')).usage),
  new LazyFunction('GET', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../get')).get),
  new LazyFunction('LIVE', 'scalar', async () => (await import(/* webpackChunkName: "live" */ '../live')).live, true),
  new LazyFunction('ISOPEN', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../is-open')).isOpen),
  new LazyFunction('WORKDAY', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../workday')).workday),
  new LazyFunction('NETWORKDAYS', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../network-days')).networkDays),
  new LazyFunction('SETTLE', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../settle')).settle),
  new LazyFunction('OK', 'scalar', async () => (await import(/* webpackChunkName: "more" */ '../ok')).ok),
];
