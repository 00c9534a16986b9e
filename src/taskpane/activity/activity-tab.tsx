import type { Counts } from '../../app/activity';
import { Section } from '../components/section';
import type { TabProps } from '../tabs';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useActivity, useCounts } from './use-activity';

const NOTES_SHOWN = 5;
const REQUESTS_SHOWN = 20;
const COUNTS = ['cells', 'lookups', 'hits', 'requests', 'errors'] as const satisfies readonly (keyof Counts)[];

/** What the functions have done: counts, notes, the latest requests. */
export function ActivityTab({ session: { activity } }: TabProps) {
  const texts = useTexts('activity');
  const language = useLanguage();
  useActivity(activity);
  const notes = activity.notes.slice(0, NOTES_SHOWN);
  const requests = activity.requests.slice(0, REQUESTS_SHOWN);
  return (
    <Section title={texts.title}>
      <CountList activity={activity} />
      {notes.length > 0 && (
        <>
          <h3>{texts.notes}</h3>
          <ul class="md-list" aria-label={texts.notes}>
            {notes.map(({ at, text }) => <li key={text}>{text}<p class="md-hint">{language.time(at)}</p></li>)}
          </ul>
        </>
      )}
      <details>
        <summary>{texts.latestRequests}</summary>
        {requests.length === 0 ? <p class="md-hint">{texts.noRequests}</p> : (
          <ul class="md-list" aria-label={texts.latestRequests}>
            {requests.map(({ at, what, status, ms }, index) => (
              <li key={index}>
                {what}
                <p class="md-hint">{language.fill(texts.outcome, { time: language.time(at), status: String(status), ms: Math.round(ms) })}</p>
              </li>
            ))}
          </ul>
        )}
      </details>
    </Section>
  );
}

function CountList({ activity }: Pick<TabProps['session'], 'activity'>) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const counts = useCounts(activity);
  return <dl class="md-counts">{COUNTS.map((name) => <div key={name}><dt>{texts[name]}</dt><dd>{language.number(counts[name])}</dd></div>)}</dl>;
}
