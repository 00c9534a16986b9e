import type { Mend } from '../../core/mend';
import { areaMeant } from '../../core/names/area-names';
import { splitPrefix } from '../../core/prefix';
import type { ParameterTraits } from '../function-traits';

/** The kind of wrong name: errors of one kind are similar. */
export type MendKind = 'symbol' | 'exchange' | 'area' | 'type';

export interface MeantName {
  readonly kind: MendKind;
  readonly text: string;
}

/** The meaning of a name in a parameter's argument; undefined if the name is right, or not known. */
export function meantBy(item: string, parameter: ParameterTraits, mends: readonly Mend[]): MeantName | undefined {
  if (parameter.name === 'area') return asMeant('area', areaMeant(item));
  const told = mends.find((mend) => isFor(mend, parameter) && isNamed(item, mend));
  if (told) return asMeant(kindOf(parameter), withOwnArea(item, told));
  return parameter.holdsSymbols ? asMeant('symbol', withKnownArea(item)) : undefined;
}

const asMeant = (kind: MendKind, text: string | undefined): MeantName | undefined =>
  text === undefined ? undefined : { kind, text };

function kindOf({ name, holdsSymbols }: ParameterTraits): MendKind {
  if (holdsSymbols) return 'symbol';
  return name === 'type' ? 'type' : 'exchange';
}

const isFor = ({ parameter }: Mend, { name, holdsSymbols }: ParameterTraits): boolean =>
  parameter === undefined ? holdsSymbols === true : parameter === name;

/** In the formula, the name in an error may follow its area. */
const isNamed = (item: string, { came }: Mend): boolean =>
  [item, splitPrefix(item).name].some((one) => one.toUpperCase() === came.toUpperCase());

/** A symbol whose area was right keeps the prefix that was written before it. */
function withOwnArea(item: string, { came, meant }: Mend): string {
  const { prefix } = splitPrefix(item);
  const isPrefixed = prefix !== undefined && item.toUpperCase() !== came.toUpperCase();
  return isPrefixed && !meant.includes(':') ? `${prefix}:${meant}` : meant;
}

/** "fx:EURUSD" → "currencies:EURUSD". */
function withKnownArea(item: string): string | undefined {
  const { prefix = '', name } = splitPrefix(item);
  const area = areaMeant(prefix);
  return area === undefined ? undefined : `${area}:${name}`;
}
