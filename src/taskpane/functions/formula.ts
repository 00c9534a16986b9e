import { ENGLISH, withSeparator } from '../../app/formulas/local-formula';
import type { AnyDeclaration, InputKind } from '../../functions/define';

/** What was entered for each parameter, by its name. A text that begins with "=" is a reference or a formula. */
export type Entries = Readonly<Record<string, string>>;

/**
 * The formula that the entries make, as a workbook takes it. Arguments left out at the end are left off.
 *
 * @param listSeparator with which this user types expressions, and so how numbers are typed
 */
export function formulaOf({ id, parameters }: AnyDeclaration, entries: Entries, listSeparator: string): string {
  const written = Object.entries(parameters).map(([name, parameter]) =>
    argumentOf(entries[name] ?? '', parameter.input, listSeparator),
  );
  const last = written.findLastIndex((argument) => argument !== '');
  return `=MD.${id}(${written.slice(0, last + 1).join(ENGLISH)})`;
}

export const isExpression = (text: string): boolean => text.trimStart().startsWith('=');

/** Dates are written as texts such as "2026-11-20": every Excel reads those alike, whatever its language calls DATE. */
function argumentOf(entered: string, kind: InputKind, listSeparator: string): string {
  const text = entered.trim();
  if (text === '' || text === '=') return '';
  const english = withSeparator(text, listSeparator, ENGLISH);
  if (isExpression(text)) return english.slice(1).trim();
  if (kind === 'flag' || (kind === 'number' && Number.isFinite(Number(english)))) return english;
  return `"${text.replaceAll('"', '""')}"`;
}
