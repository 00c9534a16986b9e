import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { useLanguage, useTexts } from '../texts/use-texts';
import { LastRecalculation } from './last-recalculation';
import { Requests } from './requests';
import { freshText, useQuotesFresh } from '../use-quotes-fresh';
import { UsageSection } from './usage-section';
import { useActivity } from './use-activity';
import type { Session } from '../../app/session';
import { useGatewayStatus } from '../use-gateway-status';
import type { RunningReading } from '../../app/activity';
import { ProgressBar } from '../components/progress-bar';

import './activity.css';

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

/**
 * What the gateway says: the operator's messages, the age that its quotes may have, and what is left of the day's
 * requests. The messages are for everybody; the rest waits until the gateway knows who asks.
 */
function GatewayLines({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const status = useGatewayStatus(session);
  const { gateway } = session;
  if (!gateway || (status === undefined && gateway.notices.length === 0)) return null;
  const { notices } = status ?? gateway;
  return (
    <Section title={texts.gateway}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {status?.quotesFreshSeconds !== undefined && (
        <p class="md-hint">{language.fill(texts.gatewayAge, { seconds: Math.round(status.quotesFreshSeconds) })}</p>
      )}
      {status?.quota && <p class="md-hint">{language.fill(texts.gatewayQuota, status.quota)}</p>}
    </Section>
  );
}

/** The running readings of many requests. */
function Readings({ readings }: { readonly readings: readonly RunningReading[] }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  if (readings.length === 0) return null;
  return (
    <Section title={texts.readings}>
      <div class="md-readings">
        {readings.map(({ what, rowCount, maxRows, stop }, index) => (
          <ProgressBar
            key={index}
            label={language.fill(texts.reading, { what, count: rowCount })}
            onStop={stop}
            {...(maxRows === undefined ? {} : { done: Math.min(rowCount, maxRows), total: maxRows })}
          />
        ))}
      </div>
    </Section>
  );
}
