import { messageOf } from '../../core/message-of';
import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { readUsage, type HourUsage } from '../../app/usage';
import { useController } from '../use-controller';
import { useChange } from '../use-store';

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
export function useUsage(session: Session): LoadableUsage {
  const [state, setState] = useState<UsageState>(NOTHING);
  const running = useController();
  useChange(session, () => {
    running.current?.abort();
    setState(NOTHING);
  });

  const load = (): void => {
    const { client } = session;
    if (!client) return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
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
