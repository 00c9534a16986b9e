import { useEffect, useState } from 'preact/hooks';
import { fetchFunctionTexts, type FunctionTexts } from './function-texts';

export interface FunctionHelp {
  /** Undefined until they are here. */
  readonly texts: FunctionTexts | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** What the functions are described with. */
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
