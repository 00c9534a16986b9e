import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { useLanguage, useTexts } from '../texts/use-texts';
import './activity.css';
import { GatewayLines } from './gateway-lines';
import { LastRecalculation } from './last-recalculation';
import { Readings } from './readings';
import { Requests } from './requests';
import { freshText, useQuotesFresh } from '../use-quotes-fresh';
import { UsageSection } from './usage-section';
import { useActivity } from './use-activity';

const NOTES_SHOWN = 5;

/** What the functions are doing and have done, and its cost. */
export function ActivityTab({ session }: TabProps) {
  const { activity } = session;
  useActivity(activity);
  return (
    <>
      <Readings readings={activity.readings} />
      <LastRecalculation session={session} />
      <QuotesFreshLine session={session} />
      <GatewayLines session={session} />
      <Notes notes={activity.notes.slice(0, NOTES_SHOWN)} />
      <Requests requests={activity.requests} now={session.now()} />
      <UsageSection session={session} />
    </>
  );
}

function QuotesFreshLine({ session }: TabProps) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const { seconds, isOfWorkbook } = useQuotesFresh(session);
  const text = isOfWorkbook ? texts.quotesFreshHere : texts.quotesFresh;
  return <p class="md-hint">{language.fill(text, { time: freshText(seconds, language) })}</p>;
}

function Notes({ notes }: Pick<TabProps['session']['activity'], 'notes'>) {
  const texts = useTexts('activity');
  const language = useLanguage();
  if (notes.length === 0) return null;
  return (
    <Section title={texts.notes}>
      <ul class="md-list" aria-label={texts.notes}>
        {notes.map(({ at, text }) => (
          <li key={text}>
            {text}
            <p class="md-hint">{language.time(at)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
