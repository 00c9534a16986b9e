import { Button } from '../../components/button';
import { MessageBar } from '../../components/message-bar';
import { useLanguage, useTexts } from '../../texts/use-texts';
import type { WireNamesState } from './use-wire-names';

/** What differs in the service's description, shown to the user before any of it is used. */
export function LearnedNamesView({ state: { learned, applyLearned } }: { readonly state: WireNamesState }) {
  const texts = useTexts('wireNames');
  const language = useLanguage();
  if (!learned) return null;
  const { differences } = learned;
  if (differences.length === 0) return <MessageBar tone="success">{texts.nothingDiffers}</MessageBar>;
  const hasNames = differences.some(({ kind }) => kind === 'renamed');
  return (
    <MessageBar
      tone={hasNames ? 'info' : 'warning'}
      actions={
        hasNames && (
          <Button look="primary" onClick={applyLearned}>
            {texts.useNames}
          </Button>
        )
      }
    >
      <p>{texts.differences}</p>
      <ul class="md-list">
        {differences.map((difference) => (
          <li key={JSON.stringify(difference)}>{language.fill(texts[difference.kind], { ...difference })}</li>
        ))}
      </ul>
    </MessageBar>
  );
}
