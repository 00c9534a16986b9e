import { callsIn } from '../../app/formulas/read-formula';
import type { AnyDeclaration } from '../../functions/define';
import type { Example } from '../../functions/help/explain';

/** For a parameter that no example of its function names: whether there are headers. */
const YES = 'TRUE';

/** An argument for each parameter, which together make a formula that works: those of the example that has most of them. */
export function argumentExamples(
  { parameters }: Pick<AnyDeclaration, 'parameters'>,
  examples: readonly [Example, ...Example[]],
): string[] {
  const written = examples.map(({ formula }) => callsIn(formula)[0]?.arguments ?? []);
  const longest = written.reduce((one, other) => (other.length > one.length ? other : one));
  return Object.keys(parameters).map((_, index) => longest[index] ?? YES);
}
