import { useEffect, useState } from 'preact/hooks';
import { fetchFunctionTexts, type FunctionTexts } from './function-texts';

export interface FunctionHelp {
  /** Undefined until loaded. */
  readonly texts: FunctionTexts | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The texts about the functions. */
export function useFunctionTexts(): FunctionHelp {
  const [texts, setTexts] = useState<FunctionTexts>();
  const [hasFailed, setFailed] = useState(false);
  const start = (): void => {
    setFailed(false);
    fetchFunctionTexts().then(setTexts, () => {
      setFailed(true);
    });
  };
  useEffect(start, []);
  return { texts, hasFailed, retry: start };
}
