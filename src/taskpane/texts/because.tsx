import type { Text } from './language';
import { useLanguage } from './use-texts';

interface BecauseProps {
  /** With a {reason}. */
  readonly text: Text;
  /** In English, as all errors are. */
  readonly reason: string;
}

/** A sentence of the pane with a reason in English, which a screen reader reads as English. */
export function Because({ text, reason }: BecauseProps) {
  const [before, after = ''] = useLanguage().fill(text).split('{reason}');
  return (
    <>
      {before}
      <span lang="en">{reason}</span>
      {after}
    </>
  );
}
