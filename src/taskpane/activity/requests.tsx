import { Section, Table } from '../components/elements';
import { useTexts } from '../texts/use-texts';
import type { RequestRecord } from '../../core/call';

const SHOWN_AT_ONCE = 20;

export function Requests({ requests, now }: { readonly requests: readonly RequestRecord[]; readonly now: number }) {
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
export function Chart({ label, axis, points, series }: ChartProps) {
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
