import type { RequestRecord } from '../../api/client-observer';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { Chart } from './chart';
import { bucketRequests } from './request-buckets';

const SHOWN_AT_ONCE = 20;

/** The requests over time, and a list of the latest ones. */
export function Requests({ requests, now }: { readonly requests: readonly RequestRecord[]; readonly now: number }) {
  const texts = useTexts('activity');
  const language = useLanguage();
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
            { name: texts.requests, kind: 'bars', values: buckets.map(({ count }) => count) },
            { name: texts.latency, kind: 'line', values: buckets.map(({ meanMs }) => meanMs) },
          ]}
        />
      )}
      {requests.length > 0 && (
        <details>
          <summary>{texts.latestRequests}</summary>
          <ul class="md-list" aria-label={texts.latestRequests}>
            {requests.slice(0, SHOWN_AT_ONCE).map(({ at, what, status, ms }, index) => (
              <li key={index}>
                <span translate={false}>{what}</span>
                <p class="md-hint">
                  {language.fill(texts.outcome, {
                    time: language.time(at),
                    status: statusText(status),
                    ms: Math.round(ms),
                  })}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
