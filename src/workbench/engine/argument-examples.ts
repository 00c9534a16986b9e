import { callsIn } from '../../app/formulas/read-formula';
import type { AnyDeclaration } from '../../functions/define';
import type { Example } from '../../functions/help/explain';

/** For a parameter that no example of its function uses: whether there are headers. */
const YES = 'TRUE';

/**
 * One argument per parameter, which together make a working formula: taken from the example with the most arguments.
 */
export function argumentExamples(
  { parameters }: Pick<AnyDeclaration, 'parameters'>,
  examples: readonly [Example, ...Example[]],
): string[] {
  const written = examples.map(({ formula }) => callsIn(formula)[0]?.arguments ?? []);
  const longest = written.reduce((one, other) => (other.length > one.length ? other : one));
  return Object.keys(parameters).map((_, index) => longest[index] ?? YES);
}
