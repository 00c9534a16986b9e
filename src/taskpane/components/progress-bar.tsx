import { useId } from 'preact/hooks';
import { Button } from './button';
import { useLanguage, useTexts } from '../texts/use-texts';

interface ProgressBarProps {
  readonly label: string;
  /** Absent while the total is not known. */
  readonly done?: number;
  readonly total?: number;
  readonly onStop?: () => void;
}

/** The progress of a long task, and a way to stop it. Announce its start and end with `useAnnounce`. */
export function ProgressBar({ label, done, total, onStop }: ProgressBarProps) {
  const texts = useTexts('shell');
  const language = useLanguage();
  const id = useId();
  const isKnown = done !== undefined && total !== undefined;
  return (
    <div class="md-progress">
      <div class="md-progress-line">
        <span id={id}>{label}</span>
        {isKnown && <span class="md-hint">{language.fill(texts.progress, { done, total })}</span>}
      </div>
      <progress aria-labelledby={id} {...(isKnown ? { value: done, max: Math.max(total, 1) } : {})} />
      {onStop && <Button onClick={onStop}>{texts.stop}</Button>}
    </div>
  );
}
