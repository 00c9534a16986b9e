import type { FunctionTraits, ParameterRole } from '../../app/function-traits';
import { TRAITS } from '../../functions/generated/function-traits';
import type { Choice } from '../components/combobox';
import { areasOf, type Entry } from '../completion/entries';
import type { Entries } from '../functions/formula';
import type { TimeWords } from './find-functions';

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

/** The catalog's first function that asks for exactly these: it is the usual one. */
const firstOf = (first: ParameterRole, ...others: readonly ParameterRole[]): FunctionTraits | undefined =>
  TRAITS.find(
    ({ parameters: [head, ...rest] }) =>
      head?.role === first && others.every((other) => rest.some(({ role }) => role === other)),
  );

const QUOTES = firstOf('symbols');
const HISTORY = firstOf('symbols', 'moment', 'bar-length');
const EXCHANGES = firstOf('exchanges');

/**
 * Its quote, and its history too where its area has one: where a time was named, that alone. The formula names the area
 * where the workbook takes another for granted.
 */
export function instrumentHits({ code, name, area }: Entry, ownArea: string, time?: TimeWords): Hit[] {
  const label = { title: `${code} ${name}`.trim(), remark: area };
  const history = area !== undefined && areasOf(HISTORY?.sources ?? []).includes(area) ? HISTORY : undefined;
  if (history && time)
    return hitOf(history, { symbols: [code], moment: [time.start, time.end], 'bar-length': [time.interval] }, label);
  const symbol = area === undefined || area === ownArea ? code : `${area}:${code}`;
  return [...hitOf(QUOTES, { symbols: [symbol] }, label), ...hitOf(history, { symbols: [code] }, label)];
}

export const exchangeHit = ({ code, name }: Entry): Hit[] =>
  hitOf(EXCHANGES, { exchanges: [code] }, { title: `${code} ${name}`.trim() });

/** The arguments of each role, in the order of the parameters that have it. */
type ArgumentsByRole = Partial<Readonly<Record<ParameterRole, readonly string[]>>>;

function hitOf(
  traits: FunctionTraits | undefined,
  byRole: ArgumentsByRole,
  label: Pick<Hit, 'title' | 'remark'>,
): [Hit] | [] {
  if (!traits) return [];
  const { id, parameters } = traits;
  const left = new Map(Object.entries(byRole).map(([role, values]) => [role, [...values]]));
  const values = parameters.map(({ role }) => (role === undefined ? undefined : left.get(role)?.shift()));
  const written = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
  return [
    {
      ...label,
      key: `${id} ${values.filter((value) => value !== undefined).join(' ')}`,
      detail: `=MD.${id}(${written.map((value) => (value === undefined ? '' : `"${value}"`)).join()})`,
      id,
      entries: Object.fromEntries(
        parameters.flatMap(({ name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
      ),
    },
  ];
}
