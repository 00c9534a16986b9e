import type { Area } from '../../api/interface/operation';
import type { AnyDeclaration, InputKind } from '../../functions/define';
import { parameterWithRole } from '../../functions/roles';
import { callsIn, ENGLISH } from '../../app/workbook/formulas';
import { englishFormula, englishNumber, localFormula, localNumber } from '../texts/typed';
import type { Culture } from '../../app/host';

/** The text entered for each parameter, by name. A text that begins with "=" is a reference or a formula. */
export type Entries = Readonly<Record<string, string>>;

/**
 * The formula made from the entries, in the form that a workbook accepts. Omitted arguments at the end are dropped.
 * @param culture how this user types expressions and numbers
 */
export function formulaText({ id, parameters }: AnyDeclaration, entries: Entries, culture: Culture): string {
  const written = Object.entries(parameters).map(([name, parameter]) =>
    argumentOf(entries[name] ?? '', parameter.input, culture),
  );
  const last = written.findLastIndex((argument) => argument !== '');
  return `=MD.${id}(${written.slice(0, last + 1).join(ENGLISH)})`;
}

/** An equals sign alone begins a formula that nobody has typed yet. */
export const isOmitted = (entries: Entries, name: string): boolean => ['', '='].includes((entries[name] ?? '').trim());

/** The default area of a workbook in which nobody has chosen one. */
const COMMON_AREA: Area = 'currencies';

/**
 * The entries with the default area of this workbook written out, so that a formula copied into another workbook keeps
 * its values. Functions with an area of their own by default stay as they are.
 */
export function withArea(declaration: AnyDeclaration, entries: Entries, defaultArea: Area): Entries {
  const [name, area] = parameterWithRole(declaration, 'area') ?? [];
  if (name === undefined || area?.default !== undefined || defaultArea === COMMON_AREA) return entries;
  return isOmitted(entries, name) ? { ...entries, [name]: defaultArea } : entries;
}

export const isExpression = (text: string): boolean => text.trimStart().startsWith('=');

/**
 * Dates are written as texts such as "2026-11-20", which every Excel reads alike, whatever its language calls DATE. An
 * ambiguous date stays a text, which the function refuses with the reason.
 */
function argumentOf(entered: string, kind: InputKind, culture: Culture): string {
  const text = entered.trim();
  if (text === '' || text === '=') return '';
  if (kind === 'flag' && !isExpression(text)) return text;
  const english = isExpression(text)
    ? englishFormula(text, culture)?.slice(1).trim()
    : kind === 'number'
      ? englishNumber(text, culture)
      : undefined;
  return english ?? `"${text.replaceAll('"', '""')}"`;
}

const TEXT = /^"((?:[^"]|"")*)"$/;
const CONSTANT = /^(?:-?\d+(?:\.\d+)?|TRUE|FALSE)$/;

/**
 * The builder's entries for a formula of one MD function, such as an example: the inverse of `formulaText`.
 * @param parameters the function's, in the order of the formula
 */
export function entriesOf(formula: string, parameters: readonly string[], culture: Culture): Entries {
  const written = callsIn(formula)[0]?.arguments ?? [];
  return Object.fromEntries(
    parameters.flatMap((name, index) => {
      const argument = written[index] ?? '';
      return argument === '' ? [] : [[name, enteredAs(argument, culture)]];
    }),
  );
}

function enteredAs(argument: string, culture: Culture): string {
  const text = TEXT.exec(argument)?.[1];
  if (text !== undefined) return text.replaceAll('""', '"');
  return CONSTANT.test(argument) ? localNumber(argument, culture) : `=${localFormula(argument, culture.listSeparator)}`;
}
