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

/** Copies a formula or another text, and shows for a moment that it has. */
export function CopyButton({ formula, label, texts: given }: CopyButtonProps) {
  const texts = { ...useTexts('functions'), ...given };
  const announce = useAnnounce();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(formula).then(
      () => {
        setCopied(true);
        announce(texts.copied);
      },
      () => {
        announce(texts.notCopied);
      },
    );
  };
  return (
    <Button look="subtle" label={label} onClick={copy}>
      {texts.copy}
      {isCopied && <span aria-hidden="true">✓</span>}
    </Button>
  );
}
