import { useEffect, useState } from 'preact/hooks';
import { fetchFunctionTexts, type FunctionTexts } from './function-texts';

export interface LoadedFunctionTexts {
  /** Undefined until loaded. */
  readonly texts: FunctionTexts | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The texts about the functions, loaded once they are wanted. */
export function useFunctionTexts(isWanted = true): LoadedFunctionTexts {
  const [texts, setTexts] = useState<FunctionTexts>();
  const [hasFailed, setFailed] = useState(false);
  const start = (): void => {
    setFailed(false);
    fetchFunctionTexts().then(setTexts, () => {
      setFailed(true);
    });
  };
  useEffect(() => {
    if (isWanted && !texts) start();
  }, [isWanted]);
  return { texts, hasFailed, retry: start };
}
