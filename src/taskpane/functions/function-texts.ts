import type { EnumMetadata, FunctionMetadata, FunctionsJson, ParameterMetadata } from '../../functions/metadata';

/** What functions.json says of a function: the pane's own copy of the catalog has no words. */
export type FunctionTexts = ReadonlyMap<string, FunctionText>;

export interface FunctionText extends FunctionMetadata {
  readonly parameters: readonly ParameterText[];
}

interface ParameterText extends ParameterMetadata {
  /** What is said of each word that it drops down, by the word. */
  readonly tooltips: Tooltips;
}

export type Tooltips = ReadonlyMap<string, string>;

/** Beside the page, as Excel reads it. Rejects when it cannot be had. */
export async function fetchFunctionTexts(address = './functions.json'): Promise<FunctionTexts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const { functions, enums } = (await response.json()) as FunctionsJson;
  const tooltips = new Map(enums.map((one) => [one.id, tooltipsOf(one)]));
  const textOf = (parameter: ParameterMetadata): ParameterText => ({ ...parameter, tooltips: tooltips.get(parameter.customEnumId ?? '') ?? new Map() });
  return new Map(functions.map((one) => [one.id, { ...one, parameters: one.parameters.map(textOf) }]));
}

const tooltipsOf = ({ values }: EnumMetadata): Tooltips => new Map(values.map(({ stringValue, tooltip }) => [stringValue, tooltip]));

/** What it returns, without the example that Excel shows with it. */
export const summaryOf = (metadata: FunctionMetadata | undefined): string => metadata?.description.replace(/ Example: .*$/, '') ?? '';

/** The example that its description ends with: a formula, and what it gives. */
export function exampleOf(metadata: FunctionMetadata | undefined): { readonly formula: string; readonly gives: string } | undefined {
  const [, formula, gives] = / Example: (=MD\.\w+\((?:[^()"]|"[^"]*"|\([^()]*\))*\))(.*)$/.exec(metadata?.description ?? '') ?? [];
  return formula === undefined ? undefined : { formula, gives: gives ?? '' };
}
