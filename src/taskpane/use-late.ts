import { useEffect, useState } from 'preact/hooks';
import { useLanguage, useLanguageChoice } from './texts/use-texts';

/** The contents of the script tools.js. */
export type LateCode = typeof import('./late');

/**
 * Loaded with its texts once it is wanted; undefined until then, and if it cannot be loaded.
 * @param isNeeded whether nothing can be shown without it: it then throws why it cannot be loaded
 */
export function useLate(isWanted = true, isNeeded = false): LateCode | undefined {
  const [code, setCode] = useState<LateCode>();
  const [error, setError] = useState<Error>();
  const { hasLateTexts } = useLanguage();
  const { addLateTexts } = useLanguageChoice();
  useEffect(() => {
    if (isWanted && !code)
      Promise.all([import('./late'), addLateTexts()]).then(([loaded]) => setCode(loaded), setError);
  }, [isWanted]);
  if (isNeeded && error) throw error;
  return hasLateTexts ? code : undefined;
}
