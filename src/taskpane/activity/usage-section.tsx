import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../api/client';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { useShown } from '../components/use-shown';
import { Chart } from './chart';
import { useLatest } from '../use-latest';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { type HourUsage, readUsage } from '../../app/account';
import { isSetUp, useClient } from '../use-session';

/** The account's usage according to the service. Requested when it is first visible, and by the button. */
export function UsageSection({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const client = useClient(session);
  const { periods, at, isLoading, reason, load } = useUsage(session, client);
  const hasKey = isSetUp(session);
  const wasShown = useRef(false);
  const loadFirst = (): void => {
    if (hasKey && !isLoading && periods === undefined && reason === undefined) load();
  };
  useShown(element, () => {
    wasShown.current = true;
    loadFirst();
  });
  useEffect(() => {
    if (wasShown.current && element.current?.checkVisibility() === true) loadFirst();
  }, [client]);
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
  /** Whose usage it is: that of another key or address is not shown. */
  readonly of: Client | undefined;
  readonly periods: readonly HourUsage[] | undefined;
  /** When it was read. */
  readonly at: number;
  readonly isLoading: boolean;
  readonly reason: string | undefined;
}

interface LoadableUsage extends UsageState {
  readonly load: () => void;
}

/** The account's usage, read on demand because it costs a request. */
function useUsage(session: Session, client: Client | undefined): LoadableUsage {
  const nothing: UsageState = { of: client, periods: undefined, at: 0, isLoading: false, reason: undefined };
  const [last, setLast] = useState(nothing);
  const state = last.of === client ? last : nothing;
  const begin = useLatest();

  const load = (): void => {
    if (!client) return;
    const signal = begin();
    const end = (outcome: Partial<UsageState>): void => {
      if (!signal.aborted) setLast({ ...state, reason: undefined, ...outcome, isLoading: false });
    };
    setLast({ ...state, isLoading: true });
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
