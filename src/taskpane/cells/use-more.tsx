import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../components/button';
import { useLanguage, useTexts } from '../texts/use-texts';

/** The beginning of a long list, and the button that shows more of it; there is none once all of it is shown. */
export function useMore<Item>(
  items: readonly Item[],
  atOnce: number,
  look: 'secondary' | 'subtle' = 'secondary',
): { readonly shown: readonly Item[]; readonly button: JSX.Element | undefined } {
  const texts = useTexts('cells');
  const language = useLanguage();
  const [count, setCount] = useState(atOnce);
  const rest = items.length - count;
  return {
    shown: items.slice(0, count),
    button:
      rest > 0 ? (
        <Button
          look={look}
          onClick={() => {
            setCount(count + atOnce);
          }}
        >
          {language.fill(texts.showMore, { count: Math.min(rest, atOnce) })}
        </Button>
      ) : undefined,
  };
}
