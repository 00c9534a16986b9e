import { useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { useShown } from '../components/use-shown';
import { Chart } from './chart';
import { useLatest } from '../use-latest';
import { useChange } from '../use-store';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { type HourUsage, readUsage } from '../../app/account';
import { isSetUp } from '../use-session';

/** The account's usage according to the service. Requested when it is first visible, and by the button. */
export function UsageSection({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const { periods, at, isLoading, reason, load } = useUsage(session);
  const hasKey = isSetUp(session);
  useShown(element, () => {
    if (hasKey && periods === undefined && reason === undefined) load();
  });
  return (
    <Section title={texts.usage}>
      <div ref={element}>
        <div class="md-usage">
          <p role="status">{statusText()}</p>
          {hasKey && (
            <Button
              look="subtle"
              isBusy={isLoading}
              onClick={() => {
                if (!isLoading) load();
              }}
            >
              {texts.refresh}
            </Button>
          )}
        </div>
        {reason !== undefined && (
          <MessageBar tone="error">
            <Reason>{reason}</Reason>
          </MessageBar>
        )}
        {periods !== undefined && periods.length > 0 && <UsageChart periods={periods} />}
        {periods !== undefined && <p class="md-hint">{language.fill(texts.asOf, { time: language.time(at) })}</p>}
      </div>
    </Section>
  );

  function statusText(): string {
    if (!hasKey) return texts.noKey;
    // Also before the request leaves: a line that comes later would push a focused button out of sight.
    if (periods === undefined) return reason === undefined || isLoading ? texts.asking : '';
    if (periods.length === 0) return texts.noUsage;
    const total = periods.reduce((sum, { requests }) => sum + requests, 0);
    return language.fill(texts.used, { count: total, hours: periods.length });
  }
}

function UsageChart({ periods }: { readonly periods: readonly HourUsage[] }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  return (
    <Chart
      label={texts.usageChart}
      axis={texts.time}
      points={periods.map(({ at }) => language.time(at))}
      series={[{ name: texts.requests, kind: 'bars', values: periods.map(({ requests }) => requests) }]}
    />
  );
}

interface UsageState {
  readonly periods: readonly HourUsage[] | undefined;
  /** When it was read. */
  readonly at: number;
  readonly isLoading: boolean;
  readonly reason: string | undefined;
}

interface LoadableUsage extends UsageState {
  readonly load: () => void;
}

/** The account's usage, read on demand because it costs a request. Dropped when the key or address changes. */
function useUsage(session: Session): LoadableUsage {
  const [state, setState] = useState<UsageState>(NOTHING);
  const begin = useLatest();
  useChange(session, () => {
    begin();
    setState(NOTHING);
  });

  const load = (): void => {
    const { client } = session;
    if (!client) return;
    const signal = begin();
    const end = (outcome: Partial<UsageState>): void => {
      if (!signal.aborted) setState((before) => ({ ...before, reason: undefined, ...outcome, isLoading: false }));
    };
    setState((before) => ({ ...before, isLoading: true }));
    readUsage(client, signal).then(
      (periods) => {
        end({ periods, at: session.now() });
      },
      (error: unknown) => {
        end({ reason: messageOf(error) });
      },
    );
  };
  return { ...state, load };
}

const NOTHING: UsageState = { periods: undefined, at: 0, isLoading: false, reason: undefined };
