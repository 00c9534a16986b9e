import type { FunctionText, HelpJson } from '../../functions/help/help-json';
import { useEffect } from 'preact/hooks';
import { useReading } from '../hooks';
import { inTime } from '../../core/waiting';

/** The maximum time to wait for the texts before showing the pane without them. */
const MAX_LOADING_MS = 5_000;

/** The texts about each function, by its id. */
export type FunctionTexts = ReadonlyMap<string, FunctionText>;

/**
 * Fetched from beside the page, because the pane's own copy of the catalog has no texts. Rejects if they are not
 * available.
 */
async function fetchFunctionTexts(): Promise<FunctionTexts> {
  const response = await fetch('./help.json');
  if (!response.ok) throw new Error(`help.json: ${response.status}`);
  return new Map(Object.entries((await response.json()) as HelpJson));
}

/** The texts about the functions, loaded once they are wanted. */
export function useFunctionTexts(isWanted = true) {
  const { found: texts, reason, read } = useReading<FunctionTexts>();
  const start = (): void => void read(() => inTime(() => fetchFunctionTexts(), MAX_LOADING_MS));
  useEffect(() => {
    if (isWanted && !texts) start();
  }, [isWanted]);
  return { texts, hasFailed: reason !== undefined, retry: start };
}
