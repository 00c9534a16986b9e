import type { Counts } from '../../app/activity';
import { recalculationMonitorOf } from '../../app/recalculation-monitor';
import type { Session } from '../../app/session';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useStore } from '../use-store';
import { useCounts } from './use-activity';

const COUNTS = [
  'cells',
  'lookups',
  'questions',
  'requests',
  'hits',
  'errors',
] as const satisfies readonly (keyof Counts)[];

/** What the last recalculation did and needed, and the sums since the add-in was loaded. */
export function LastRecalculation({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const recalculations = recalculationMonitorOf(session);
  const last = useStore(recalculations, () => recalculations.last);
  const sums = useCounts(session.activity);
  return (
    <Section title={texts.lastRecalculation}>
      {last === undefined ? (
        <p class="md-hint">{texts.noRecalculation}</p>
      ) : (
        <>
          <CountList counts={last} ms={last.ms} />
          <p class="md-hint">
            {last.isRunning ? texts.running : language.fill(texts.startedAt, { time: language.time(last.at) })}
          </p>
        </>
      )}
      <details>
        <summary>{texts.sinceLoaded}</summary>
        <CountList counts={sums} />
      </details>
    </Section>
  );
}

function CountList({ counts, ms }: { readonly counts: Counts; readonly ms?: number }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  return (
    <dl class="md-counts">
      {COUNTS.map((name) => (
        <div key={name}>
          <dt>{texts[name]}</dt>
          <dd>{language.number(counts[name])}</dd>
        </div>
      ))}
      {ms !== undefined && (
        <div>
          <dt>{texts.time}</dt>
          <dd>{language.fill(texts.seconds, { seconds: Math.round(ms / 10) / 100 })}</dd>
        </div>
      )}
    </dl>
  );
}
