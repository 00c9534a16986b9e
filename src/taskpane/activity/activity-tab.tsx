import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { Requests } from './requests';
import { UsageSection } from './usage-section';
import type { Session } from '../../app/session';
import type { RunningReading, Counts, Activity } from '../../app/activity';
import { ProgressBar } from '../components/progress-bar';

import './activity.css';
import { freshText, useQuotesFresh, useGatewayStatus } from '../use-session';
import { RecalculationMonitor } from '../../app/recalculation-monitor';
import { useStore, useChange, useDraw } from '../use-store';
import { useEffect, useRef } from 'preact/hooks';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';

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
            <Reason>{text}</Reason>
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
  const notices = status?.notices ?? gateway.notices;
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

const COUNTS = [
  'cells',
  'lookups',
  'questions',
  'requests',
  'hits',
  'errors',
] as const satisfies readonly (keyof Counts)[];

/** What the last recalculation did and needed, and the sums since the add-in was loaded. */
function LastRecalculation({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const recalculations = session.part(RecalculationMonitor);
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

/** Cells answered from memory raise the counts without an event, to stay cheap, so the counts are polled. */
const COUNTS_EVERY_MS = 1000;

/** Renders again after requests and notes, at most once per frame, however many cells run. */
function useActivity(activity: Activity): void {
  const draw = useDraw();
  const frame = useRef(0);
  useChange(activity, () => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      draw();
    });
  });
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
    },
    [],
  );
}

/** The current counts. */
function useCounts(activity: Activity): Counts {
  const draw = useDraw();
  const { counts } = activity;
  const drawn = useRef('');
  drawn.current = JSON.stringify(counts);
  const look = (): void => {
    if (JSON.stringify(activity.counts) !== drawn.current) draw();
  };
  useChange(activity, look);
  useEffect(() => {
    const timer = setInterval(look, COUNTS_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [activity]);
  return counts;
}
