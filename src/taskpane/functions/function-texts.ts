import type { FunctionText, HelpJson } from '../../functions/help/help-json';

/** The texts about each function, by its id. */
export type FunctionTexts = ReadonlyMap<string, FunctionText>;

/**
 * Fetched from beside the page, because the pane's own copy of the catalog has no texts. Rejects if they are not
 * available.
 */
export async function fetchFunctionTexts(address = './help.json'): Promise<FunctionTexts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Map(Object.entries((await response.json()) as HelpJson));
}
