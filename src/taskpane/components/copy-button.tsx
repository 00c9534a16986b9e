import { useEffect, useState } from 'preact/hooks';
import { useAnnounce } from './announcer';
import { Button } from './button';
import { useTexts } from '../texts/use-texts';

interface CopyButtonProps {
  /** What is copied: a formula, unless `texts` say something else. */
  readonly formula: string;
  /** @default those of a formula */
  readonly texts?: Readonly<Record<'copy' | 'copied' | 'notCopied', string>>;
  /** Read by screen readers where there are several such buttons. */
  readonly label?: string;
}

const SHOWN_MS = 2_000;

/** Copies a formula or another text, and shows for a moment that it has, or else what to do. */
export function CopyButton({ formula, label, texts: given }: CopyButtonProps) {
  const texts = { ...useTexts('functions'), ...given };
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => {
      setOutcome(undefined);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);
  useEffect(() => {
    setOutcome(undefined);
  }, [formula]);
  const end = (became: 'copied' | 'notCopied'): void => {
    setOutcome(became);
    announce(texts[became]);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(formula);
    } catch {
      // The frame of a host may refuse it, or have no clipboard at all.
      end('notCopied');
      return;
    }
    end('copied');
  };
  return (
    <>
      <Button look="subtle" label={label} onClick={() => void copy()}>
        {texts.copy}
        {outcome === 'copied' && <span aria-hidden="true">✓</span>}
      </Button>
      {outcome === 'notCopied' && <span class="md-error">{texts.notCopied}</span>}
    </>
  );
}
