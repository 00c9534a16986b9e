import type { Text } from './language';
import { useLanguage } from './use-texts';

interface BecauseProps {
  /** With a {reason}. */
  readonly text: Text;
  /** In English, as all errors are. */
  readonly reason: string;
}

/** A sentence of the pane with a reason. */
export function Because({ text, reason }: BecauseProps) {
  const [before, after = ''] = useLanguage().fill(text).split('{reason}');
  return (
    <>
      {before}
      <Reason>{reason}</Reason>
      {after}
    </>
  );
}

/**
 * An error's sentence in the language of the pane, or in English if the language does not have it; a screen reader then
 * reads it as English.
 */
export function Reason({ children }: { readonly children: string }) {
  const said = useLanguage().reason(children);
  return said === undefined ? <span lang="en">{children}</span> : <>{said}</>;
}
