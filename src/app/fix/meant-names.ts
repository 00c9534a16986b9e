import type { Fix } from '../../core/fixable-error';
import { areaMeant } from '../../core/names/area-names';
import { splitPrefix } from '../../core/names/symbol-parts';
import type { ParameterRole, ParameterTraits } from '../function-traits';

const NAMES = ['symbols', 'exchanges', 'area', 'filing-type', 'currency'] as const satisfies readonly ParameterRole[];

/** What a wrong name should have named: errors of one kind are similar. */
export type FixKind = (typeof NAMES)[number];

/** A parameter whose names can be fixed. */
export type NameParameter = ParameterTraits & { readonly role: FixKind };

export const holdsNames = (parameter: ParameterTraits): parameter is NameParameter =>
  NAMES.some((role) => role === parameter.role);

/** The meaning of a name in a parameter's argument; undefined if the name is right, or not known. */
export function meantBy(item: string, parameter: NameParameter, fixes: readonly Fix[]): string | undefined {
  if (parameter.role === 'area') return areaMeant(item);
  const fix = fixes.find((one) => isFor(one, parameter) && isNamed(item, one));
  if (fix) return withOwnArea(item, fix);
  return parameter.role === 'symbols' ? withKnownArea(item) : undefined;
}

const isFor = ({ parameter }: Fix, { name, role }: NameParameter): boolean =>
  parameter === undefined ? role === 'symbols' : parameter === name;

/** In the formula, the name in an error may follow its area. */
const isNamed = (item: string, { from }: Fix): boolean =>
  [item, splitPrefix(item).name].some((one) => one.toUpperCase() === from.toUpperCase());

/** A symbol whose area was right keeps the prefix that was written before it. */
function withOwnArea(item: string, { from, to }: Fix): string {
  const { prefix } = splitPrefix(item);
  const isPrefixed = prefix !== undefined && item.toUpperCase() !== from.toUpperCase();
  return isPrefixed && !to.includes(':') ? `${prefix}:${to}` : to;
}

/** "fx:EURUSD" → "currencies:EURUSD". */
function withKnownArea(item: string): string | undefined {
  const { prefix = '', name } = splitPrefix(item);
  const area = areaMeant(prefix);
  return area === undefined ? undefined : `${area}:${name}`;
}

/** Replaces names in a comma-separated text; every other character stays unchanged. */
export function replaceNames(text: string, meantBy: (item: string) => string | undefined): string {
  return text
    .split(',')
    .map((part) => {
      const item = part.trim();
      const meant = item === '' ? undefined : meantBy(item);
      return meant === undefined ? part : part.replace(item, () => meant);
    })
    .join(',');
}

/** Replaces names in a quoted text of a formula. */
export const replaceNamesInLiteral = (literal: string, meantBy: (item: string) => string | undefined): string =>
  `"${replaceNames(literal.slice(1, -1), (item) => meantBy(item.replaceAll('""', '"'))?.replaceAll('"', '""'))}"`;
