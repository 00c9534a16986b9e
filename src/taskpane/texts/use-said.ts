import { useState } from 'preact/hooks';
import type { Language } from './language';
import { useLanguage } from './use-texts';

/** A sentence in whichever language the pane has when it is shown. */
export type Said = (language: Language) => string;

/** A report to the user, which follows a change of the language; empty before the first. */
export function useSaid(): readonly [text: string, say: (said: Said | undefined) => void] {
  const [current, setCurrent] = useState<{ readonly said: Said | undefined }>({ said: undefined });
  const language = useLanguage();
  return [
    current.said?.(language) ?? '',
    (said) => {
      setCurrent({ said });
    },
  ];
}
