import type { AnyDeclaration } from './define';
import { convert } from './convert';
import { filings } from './filings';
import { get } from './get';
import { holidays } from './holidays';
import { hours } from './hours';
import { isOpen } from './is-open';
import { live } from './live';
import { markets } from './markets';
import { networkDays } from './network-days';
import { news } from './news';
import { complete } from './complete';
import { quote } from './quote';
import { score } from './score';
import { settle } from './settle';
import { status } from './status';
import { symbolList } from './symbol-list';
import { ticks } from './ticks';
import { usage } from './usage';
import { workday } from './workday';

/** All worksheet functions, in the README's order. To add a function, add its file and a line here. */
export const CATALOG: readonly AnyDeclaration[] = [
  quote,
  hours,
  filings,
  score,
  holidays,
  markets,
  status,
  symbolList,
  ticks,
  convert,
  news,
  usage,
  get,
  live,
  isOpen,
  workday,
  networkDays,
  settle,
  complete,
];
