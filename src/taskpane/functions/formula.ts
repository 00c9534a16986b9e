import type { AnyDeclaration } from '../../functions/define';
import { ENGLISH, withSeparator } from '../local-formula';
import { inputKindOf } from './input-kind';
import type { InputKind } from './input-kind';

/** What was entered for each parameter, by its name. A text that begins with "=" is a reference or a formula. */
export type Entries = Readonly<Record<string, string>>;

/**
 * The formula that the entries make. Arguments left out at the end are left off.
 *
 * @param listSeparator between arguments, as this user types them
 */
export function formulaOf({ id, parameters }: AnyDeclaration, entries: Entries, listSeparator: string): string {
  const written = Object.entries(parameters).map(([name, parameter]) => argumentOf(entries[name] ?? '', inputKindOf(id, name, parameter)));
  const last = written.findLastIndex((argument) => argument !== '');
  return `=MD.${id}(${written.slice(0, last + 1).join(listSeparator)})`;
}

/** The formula as a workbook takes it; expressions typed with the user's own separator are put into English. */
export const englishFormula = (declaration: AnyDeclaration, entries: Entries, listSeparator: string): string =>
  formulaOf(declaration, mapValues(entries, (text) => (isExpression(text) ? withSeparator(text, listSeparator, ENGLISH) : text)), ENGLISH);

export const isExpression = (text: string): boolean => text.trimStart().startsWith('=');

/** Dates are written as texts such as "2026-11-20": every Excel reads those alike, whatever its language calls DATE. */
function argumentOf(entered: string, kind: InputKind): string {
  const text = entered.trim();
  if (text === '' || text === '=') return '';
  if (isExpression(text)) return text.slice(1).trim();
  if (kind === 'flag' || (kind === 'number' && Number.isFinite(Number(text)))) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

const mapValues = (entries: Entries, change: (text: string) => string): Entries =>
  Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, change(text)]));
