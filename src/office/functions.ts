import type { AnyDeclaration } from '../functions/define';
import { holidays } from '../functions/holidays';
import { hours } from '../functions/hours';
import { Later } from '../functions/later';
import { markets } from '../functions/markets';
import { quote } from '../functions/quote';
import { status } from '../functions/status';

/**
 * The functions of the catalog, as the add-in loads them: what most workbooks need is there at once; the others come in a few files, each
 * with the first formula that needs it.
 */
export const FUNCTIONS: readonly (AnyDeclaration | Later)[] = [
  quote, hours, holidays, markets, status,
  new Later('FILINGS', 'matrix', async () => (await import(/* webpackChunkName: "companies" */ '../functions/filings')).filings),
  new Later('SCORE', 'matrix', async () => (await import(/* webpackChunkName: "companies" */ '../functions/score')).score),
  new Later('TICKS', 'matrix', async () => (await import(/* webpackChunkName: "ticks" */ '../functions/ticks')).ticks),
  new Later('LIVE', 'scalar', async () => (await import(/* webpackChunkName: "live" */ '../functions/live')).live, true),
  new Later('ISOPEN', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../functions/is-open')).isOpen),
  new Later('WORKDAY', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../functions/workday')).workday),
  new Later('NETWORKDAYS', 'scalar', async () => (await import(/* webpackChunkName: "days" */ '../functions/network-days')).networkDays),
  new Later('SYMBOLS', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../functions/symbol-list')).symbolList),
  new Later('CONVERT', 'scalar', async () => (await import(/* webpackChunkName: "more" */ '../functions/convert')).convert),
  new Later('NEWS', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../functions/news')).news),
  new Later('USAGE', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../functions/usage')).usage),
  new Later('GET', 'matrix', async () => (await import(/* webpackChunkName: "more" */ '../functions/get')).get),
];
