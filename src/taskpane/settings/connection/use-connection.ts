import { messageOf } from '../../../core/message-of';
import { useRef, useState } from 'preact/hooks';
import type { ConnectionReport, EnteredConnection } from '../../../app/connection';
import type { Session } from '../../../app/session';
import { SettingsError } from '../../../app/settings';
import { checkSettings } from '../../../app/settings-check';
import { useLanguage, useTexts } from '../../texts/use-texts';
import type { ConnectionStatus } from './status-line';
import { useEntered } from './use-entered';

type Errors = Partial<Record<keyof EnteredConnection, string | undefined>>;

interface Connection {
  readonly entered: EnteredConnection;
  /** By field; a new object after every check that fails, even with the same errors. */
  readonly errors: Errors;
  readonly status: ConnectionStatus | undefined;
  readonly isBusy: boolean;
  readonly hasKey: boolean;
  readonly enter: (field: keyof EnteredConnection, text: string) => void;
  readonly save: () => void;
  readonly test: () => void;
  readonly remove: () => void;
}

/** Entering, testing and removing the key: the form's state and actions. */
export function useConnection(session: Session, onRemoved: () => void): Connection {
  const texts = useTexts('connection');
  const language = useLanguage();
  const { entered, put, type } = useEntered(session);
  const [errors, setErrors] = useState<Errors>({});
  const noKey: ConnectionStatus = { state: 'no-key', text: session.gateway ? texts.noToken : texts.notSetUp };
  const [status, setStatus] = useState(session.isSetUp ? undefined : noKey);
  const [isBusy, setBusy] = useState(false);
  // Two clicks may happen before the form is rendered again.
  const isWorking = useRef(false);

  async function oneAtATime(work: () => Promise<void>): Promise<void> {
    if (isWorking.current) return;
    isWorking.current = true;
    setErrors({});
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showProblem(error);
    } finally {
      isWorking.current = false;
      setBusy(false);
    }
  }

  async function save(): Promise<void> {
    const entered = readEntered();
    // A token is for the gateway alone: no address that was entered before stays beside it.
    await session.save(session.gateway ? { apiKey: entered.apiKey, serviceAddress: '' } : entered);
    put(session.settings);
    if (session.settings.apiKey === '') {
      setStatus(noKey);
      return;
    }
    setStatus({ state: 'saved', text: texts.saved });
    // Not awaited: the cells may take long, and the form can be used meanwhile.
    session.host.recalculate().catch(() => {
      setStatus({ state: 'saved', text: texts.savedOnly });
    });
  }

  async function test(): Promise<void> {
    const entered = readEntered();
    if (entered.apiKey === '') throw new SettingsError('apiKey', 'noKey');
    checkSettings(entered);
    setStatus({ state: 'checking', text: texts.checking });
    const report = await session.testConnection(entered);
    setStatus({ state: report.state, text: describe(report, entered.serviceAddress) });
  }

  function describe(report: ConnectionReport, address: string): string {
    if (report.state === 'accepted') {
      if (session.gateway) return texts.tokenAccepted;
      return report.usage
        ? language.fill(texts.acceptedWithUsage, { count: report.usage.requests, hours: report.usage.hours })
        : texts.accepted;
    }
    const { state, status, message: reason } = report;
    // A gateway says in its own words why it refuses a token.
    if (state === 'refused' && status !== undefined && !session.gateway)
      return language.fill(texts.refused, { status });
    return state === 'unreachable'
      ? language.fill(texts.unreachable, { address })
      : language.fill(texts.failed, { reason });
  }

  async function remove(): Promise<void> {
    await session.save({ apiKey: '' });
    put({ apiKey: '' });
    setStatus({ state: 'removed', text: session.gateway ? texts.tokenRemoved : texts.removed });
    onRemoved();
  }

  /** An empty address means the host's default, if it has one. */
  function readEntered(): EnteredConnection {
    const serviceAddress =
      session.gateway?.address ?? (entered.serviceAddress.trim() || session.host.defaultServiceAddress);
    if (serviceAddress === '') throw new SettingsError('serviceAddress', 'noAddress');
    return { apiKey: entered.apiKey.trim(), serviceAddress };
  }

  function showProblem(error: unknown): void {
    if (error instanceof SettingsError) {
      setStatus(undefined);
      const isOfToken = session.gateway && error.problem === 'noKey';
      setErrors({ [error.field]: isOfToken ? texts.enterToken : texts[error.problem] });
    } else {
      setStatus({
        state: 'failed',
        text: language.fill(texts.failed, { reason: messageOf(error) }),
      });
    }
  }

  return {
    entered,
    errors,
    status,
    isBusy,
    hasKey: session.settings.apiKey !== '',
    enter: (field, text) => {
      type({ [field]: text });
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    save: () => {
      void oneAtATime(save);
    },
    test: () => {
      void oneAtATime(test);
    },
    remove: () => {
      void oneAtATime(remove);
    },
  };
}
