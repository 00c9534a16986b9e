import { exampleArguments, type Ranges } from '../../../src/functions/help/formula-arguments';
import type { Formula } from './invocations';

/** As much of functions.json as says how Excel calls functions. */
export interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly parameters: readonly { readonly name: string; readonly dimensionality: 'scalar' | 'matrix' }[];
    readonly options?: { readonly stream?: boolean; readonly cancelable?: boolean };
  }[];
}

/** A formula such as =MD.HOURS("XNYS",,TRUE,A2:A4) as Excel calls it by the metadata. */
export function readFormula(text: string, metadata: Metadata, sheet: Ranges = {}): Formula {
  const id = /^=MD\.([A-Z]+)\(/.exec(text)?.[1];
  const known = metadata.functions.find((one) => one.id === id);
  if (!known) throw new SyntaxError(`Not a formula of MD: ${text}`);
  const dimensionalities = known.parameters.map(({ dimensionality }) => dimensionality);
  return { name: known.id, given: exampleArguments(text, { id: known.id, dimensionalities }, sheet) };
}
