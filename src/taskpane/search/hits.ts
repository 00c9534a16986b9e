import type { Choice } from '../components/combobox';
import type { Entry } from '../completion/entries';
import type { Entries } from '../functions/formula';
import type { TimeWords } from './time-words';

/** A formula that a search offers, not yet complete where it is a function alone. */
export interface Hit extends Choice {
  /** Of the function. */
  readonly id: string;
  readonly entries: Entries;
}

export const functionHit = (id: string, summary: string | undefined): Hit => ({
  key: id,
  title: `MD.${id}`,
  detail: summary,
  id,
  entries: {},
});

/**
 * Its quote, and of an index its history too: where a time was named, that alone. The formula names the area where the
 * workbook takes another for granted.
 */
export function instrumentHits({ code, name, area }: Entry, ownArea: string, time?: TimeWords): Hit[] {
  const symbol = area === undefined || area === ownArea ? code : `${area}:${code}`;
  if (area === 'indices' && time) return [historyHit(code, name, time)];
  const quote = hitOf('QUOTE', 'symbols', symbol, `${code} ${name}`, area);
  return area === 'indices' ? [quote, hitOf('TICKS', 'symbol', code, `${code} ${name}`, area)] : [quote];
}

export const exchangeHit = ({ code, name }: Entry): Hit => hitOf('HOURS', 'mics', code, `${code} ${name}`);

const historyHit = (symbol: string, name: string, { start, end, interval }: TimeWords): Hit => ({
  key: `TICKS ${symbol} ${start} ${end} ${interval}`,
  title: `${symbol} ${name}`.trim(),
  detail: `=MD.TICKS("${symbol}","${start}","${end}",,,,"${interval}")`,
  remark: 'indices',
  id: 'TICKS',
  entries: { symbol, start, end, interval },
});

const hitOf = (id: string, parameter: string, value: string, title: string, remark?: string): Hit => ({
  key: `${id} ${value}`,
  title: title.trim(),
  detail: `=MD.${id}("${value}")`,
  remark,
  id,
  entries: { [parameter]: value },
});
