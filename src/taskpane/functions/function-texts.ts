import type { FunctionMetadata, FunctionsJson } from '../../functions/metadata';

/** What functions.json says of a function: the pane's own copy of the catalog has no words. */
export type FunctionTexts = ReadonlyMap<string, FunctionMetadata>;

/** Beside the page, as Excel reads it. Rejects when it cannot be had. */
export async function fetchFunctionTexts(address = './functions.json'): Promise<FunctionTexts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const { functions } = (await response.json()) as FunctionsJson;
  return new Map(functions.map((one) => [one.id, one]));
}

/** What it returns, without the example that Excel shows with it. */
export const summaryOf = (metadata: FunctionMetadata | undefined): string => metadata?.description.replace(/ Example: .*$/, '') ?? '';

/** The example that its description ends with: a formula, and what it gives. */
export function exampleOf(metadata: FunctionMetadata | undefined): { readonly formula: string; readonly gives: string } | undefined {
  const [, formula, gives] = / Example: (=MD\.\w+\((?:[^()"]|"[^"]*"|\([^()]*\))*\))(.*)$/.exec(metadata?.description ?? '') ?? [];
  return formula === undefined ? undefined : { formula, gives: gives ?? '' };
}
