import type { FunctionText, HelpJson } from '../../functions/help/help-json';

/** What is said of each function, by its id. */
export type FunctionTexts = ReadonlyMap<string, FunctionText>;

/** Beside the page, because the pane's own copy of the catalog has no words. Rejects when it cannot be had. */
export async function fetchFunctionTexts(address = './help.json'): Promise<FunctionTexts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Map(Object.entries((await response.json()) as HelpJson));
}
