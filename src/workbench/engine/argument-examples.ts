import type { AnyDeclaration, Parameter } from '../../functions/define';
import type { Example } from '../../functions/help/explain';
import { callsIn } from '../../app/workbook/formulas';

/**
 * One argument per parameter, which together make a working formula: taken from the example with the most arguments.
 */
export function argumentExamples(
  { parameters }: Pick<AnyDeclaration, 'parameters'>,
  examples: readonly [Example, ...Example[]],
): string[] {
  const written = examples.map(({ formula }) => callsIn(formula)[0]?.arguments ?? []);
  const longest = written.reduce((one, other) => (other.length > one.length ? other : one));
  return Object.values(parameters).map((parameter, index) => longest[index] ?? usualOf(parameter));
}

/** For a parameter that no example of its function uses: its default, its first word, or TRUE. */
function usualOf({ default: usual, words = [] }: Parameter): string {
  const value = usual ?? words[0] ?? true;
  return typeof value === 'string' ? `"${value}"` : String(value).toUpperCase();
}
