import type { Entries } from './formula';
import { callsIn, ENGLISH, withSeparator } from '../../app/workbook/formulas';

const TEXT = /^"((?:[^"]|"")*)"$/;
const CONSTANT = /^(?:-?\d+(?:\.\d+)?|TRUE|FALSE)$/;

/**
 * What is entered in the builder for a formula of one MD function, such as an example: the inverse of `formulaOf`.
 *
 * @param parameters the function's, in the order of the formula
 */
export function entriesOf(formula: string, parameters: readonly string[], listSeparator: string): Entries {
  const written = callsIn(formula)[0]?.arguments ?? [];
  return Object.fromEntries(
    parameters.flatMap((name, index) => {
      const argument = written[index] ?? '';
      return argument === '' ? [] : [[name, enteredAs(argument, listSeparator)]];
    }),
  );
}

function enteredAs(argument: string, listSeparator: string): string {
  const text = TEXT.exec(argument)?.[1];
  if (text !== undefined) return text.replaceAll('""', '"');
  const local = withSeparator(argument, ENGLISH, listSeparator);
  return CONSTANT.test(argument) ? local : `=${local}`;
}
