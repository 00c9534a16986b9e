import { freshText } from '../texts/cell-text';
import { useSession, useQuotesFresh, useGatewayStatus, isSetUp, useClient } from '../session';
import { Section, ProgressBar, Button, MessageBar, Table } from '../components/elements';
import type { RunningReading, Counts, Activity } from '../../app/activity';
import { RecalculationMonitor } from '../../app/recalculation-monitor';
import { oncePerFrame, useStore, useChange, useDraw, useReading, useShown } from '../hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Reason, useTexts } from '../texts/use-texts';
import { type HourUsage, readUsage } from '../../app/account';
import './activity.css';
import type { RequestRecord } from '../../core/call';

const NOTES_SHOWN = 5;

/** The current and past work of the functions, and its cost. */
export function ActivityTab() {
  const session = useSession();
  const { activity } = session;
  useActivity(activity);
  return (
    <>
      <Readings readings={activity.readings} />
      <LastRecalculation />
      <QuotesFreshLine />
      <GatewayLines />
      <Notes notes={activity.notes.slice(0, NOTES_SHOWN)} />
      <Requests requests={activity.requests} now={session.now()} />
      <UsageSection />
    </>
  );
}

function QuotesFreshLine() {
  const session = useSession();
  const [texts, language] = useTexts('activity');
  const { seconds, isOfWorkbook } = useQuotesFresh(session);
  const text = isOfWorkbook ? texts.quotesFreshHere : texts.quotesFresh;
  return <p class="md-hint">{language.fill(text, { time: freshText(seconds, language) })}</p>;
}

function Notes({ notes }: Pick<Activity, 'notes'>) {
  const [texts, language] = useTexts('activity');
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
 * The gateway's information: the operator's messages, the maximum age of its quotes, and the day's remaining requests.
 * The messages are for everybody; the rest waits until the gateway knows the user.
 */
function GatewayLines() {
  const session = useSession();
  const [texts, language] = useTexts('activity');
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

function Readings({ readings }: { readonly readings: readonly RunningReading[] }) {
  const [texts, language] = useTexts('activity');
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

/** The work and the cost of the last recalculation, and the sums since the add-in was loaded. */
function LastRecalculation() {
  const session = useSession();
  const [texts, language] = useTexts('activity');
  const recalculations = session.part(RecalculationMonitor);
  const last = useStore(recalculations, () => recalculations.last);
  const draw = useDraw();
  useEffect(() => {
    const timer = setInterval(draw, COUNTS_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
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
        <CountList counts={session.activity.counts} />
      </details>
    </Section>
  );
}

function CountList({ counts, ms }: { readonly counts: Counts; readonly ms?: number }) {
  const [texts, language] = useTexts('activity');
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
  const [frames] = useState(() => oncePerFrame(draw));
  useChange(activity, frames.report);
  useEffect(() => frames.end, []);
}

/** The account's usage according to the service. Requested when it is first visible, and by the button. */
function UsageSection() {
  const session = useSession();
  const [texts, language] = useTexts('activity');
  const element = useRef<HTMLDivElement>(null);
  const client = useClient(session);
  // That of another key or address is not shown.
  const { found, isReading, reason, read } = useReading<{ readonly periods: readonly HourUsage[]; at: number }>(client);
  const hasKey = isSetUp(session);
  const wasShown = useRef(false);
  const load = (): void => {
    if (client && !isReading)
      void read(async (signal) => ({ periods: await readUsage(client, signal), at: session.now() }));
  };
  const loadFirst = (): void => {
    if (hasKey && found === undefined && reason === undefined) load();
  };
  useShown(element, () => {
    wasShown.current = true;
    loadFirst();
  });
  useEffect(() => {
    if (wasShown.current && element.current?.checkVisibility() === true) loadFirst();
  }, [client]);
  return (
    <Section title={texts.usage} place="usage">
      <div ref={element}>
        <div class="md-usage">
          <p role="status">{statusText()}</p>
          {hasKey && <Button look="subtle" isBusy={isReading} onClick={load} text={texts.refresh} />}
        </div>
        {reason !== undefined && (
          <MessageBar tone="error">
            <Reason>{reason}</Reason>
          </MessageBar>
        )}
        {found && found.periods.length > 0 && (
          <Chart
            label={texts.usageChart}
            axis={texts.time}
            points={found.periods.map(({ at }) => language.time(at))}
            series={[{ name: texts.requests, values: found.periods.map(({ requests }) => requests) }]}
          />
        )}
        {found && <p class="md-hint">{language.fill(texts.asOf, { time: language.time(found.at) })}</p>}
      </div>
    </Section>
  );

  function statusText(): string {
    if (!hasKey) return texts.noKey;
    // Also before the request leaves: a line that comes later would push a focused button out of sight.
    if (found === undefined) return reason === undefined || isReading ? texts.asking : '';
    const { periods } = found;
    if (periods.length === 0) return texts.noUsage;
    const total = periods.reduce((sum, { requests }) => sum + requests, 0);
    return language.fill(texts.used, { count: total, hours: periods.length });
  }
}

const SHOWN_AT_ONCE = 20;

function Requests({ requests, now }: { readonly requests: readonly RequestRecord[]; readonly now: number }) {
  const [texts, language] = useTexts('activity');
  const buckets = bucketRequests(requests, now);
  const statusText = (status: RequestRecord['status']): string =>
    typeof status === 'number' ? String(status) : texts[status];
  return (
    <Section title={texts.requests}>
      {requests.length === 0 && <p class="md-hint">{texts.noRequests}</p>}
      {buckets.length > 0 && (
        <Chart
          label={texts.requestChart}
          axis={texts.time}
          points={buckets.map(({ at }) => language.time(at))}
          series={[
            { name: texts.requests, values: buckets.map(({ count }) => count) },
            { name: texts.latency, values: buckets.map(({ meanMs }) => meanMs) },
          ]}
        />
      )}
      {requests.length > 0 && (
        <details>
          <summary>{texts.latestRequests}</summary>
          <ul class="md-list" aria-label={texts.latestRequests}>
            {requests.slice(0, SHOWN_AT_ONCE).map(({ at, what, status, ms, requestId }, index) => (
              <li key={index}>
                <span translate={false}>{what}</span>
                <p class="md-hint">
                  {language.fill(texts.outcome, {
                    time: language.time(at),
                    status: statusText(status),
                    ms: Math.round(ms),
                  })}
                  {requestId !== undefined && ` · ${language.fill(texts.requestId, { id: requestId })}`}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

interface RequestBucket {
  /** Start of the bucket, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  /** The mean response time; undefined if there was no request. */
  readonly meanMs: number | undefined;
}

const MAX_BUCKETS = 24;
const SECOND = 1000;
const LENGTHS_MS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400].map(
  (seconds) => seconds * SECOND,
);

/** Requests over time, from the oldest to now, in buckets of a round length. @internal */
export function bucketRequests(requests: readonly RequestRecord[], now: number): readonly RequestBucket[] {
  if (requests.length === 0) return [];
  // Requests are listed in the order in which they ended.
  const oldest = Math.min(...requests.map(({ at }) => at));
  const lengthMs = LENGTHS_MS.find((ms) => (now - oldest) / ms < MAX_BUCKETS - 1) ?? (now - oldest) / (MAX_BUCKETS - 1);
  const first = Math.floor(oldest / lengthMs);
  const sums = Array.from({ length: Math.max(Math.floor(now / lengthMs) - first, 0) + 1 }, () => ({ count: 0, ms: 0 }));
  for (const { at, ms } of requests) {
    const sum = sums[Math.min(Math.max(Math.floor(at / lengthMs) - first, 0), sums.length - 1)]!;
    sum.count++;
    sum.ms += ms;
  }
  return sums.map(({ count, ms }, index) => ({
    at: (first + index) * lengthMs,
    count,
    meanMs: count === 0 ? undefined : ms / count,
  }));
}

interface ChartSeries {
  readonly name: string;
  /** One value per point; undefined if there is nothing to show. */
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  /** Describes the picture to screen readers. */
  readonly label: string;
  /** The name of the axis, such as "Time", and of each point. */
  readonly axis: string;
  readonly points: readonly string[];
  readonly series: readonly ChartSeries[];
}

const WIDTH = 288;
const HEIGHT = 48;

/** Series over the same points, stacked vertically, with the same numbers as a table. */
function Chart({ label, axis, points, series }: ChartProps) {
  const [texts, language] = useTexts('activity');
  const shown = (value: number | undefined): string => (value === undefined ? '–' : language.number(Math.round(value)));
  return (
    <div class="md-chart">
      <div role="img" aria-label={label}>
        {series.map(({ name, values }) => {
          const max = Math.max(1, ...values.map((value) => value ?? 0));
          return (
            <div key={name}>
              <div class="md-progress-line md-hint">
                <span>{name}</span>
                <span>{language.fill(texts.atMost, { most: Math.round(max) })}</span>
              </div>
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
                {values.map((value = 0, index) => {
                  const [step, height] = [WIDTH / values.length, (HEIGHT * value) / max];
                  return (
                    <rect
                      key={index}
                      x={index * step}
                      y={HEIGHT - height}
                      width={Math.max(step - 2, 1)}
                      height={height}
                    />
                  );
                })}
              </svg>
            </div>
          );
        })}
        <div class="md-progress-line md-hint">
          <span>{points[0]}</span>
          <span>{points.at(-1)}</span>
        </div>
      </div>
      <details>
        <summary>{texts.asTable}</summary>
        <Table
          caption={label}
          columns={[axis, ...series.map(({ name }) => name)]}
          rows={points.map((point, index) => [point, ...series.map(({ values }) => shown(values[index]))])}
        />
      </details>
    </div>
  );
}
