import { messageOf } from '../../../core/message-of';
import { useRef, useState } from 'preact/hooks';
import type { ConnectionReport, EnteredConnection } from '../../../app/connection';
import type { Session } from '../../../app/session';
import { SettingsError } from '../../../app/settings';
import { checkSettings } from '../../../app/settings-check';
import type { Said } from '../../texts/use-said';
import { useLanguage } from '../../texts/use-texts';
import type { ConnectionStatus } from './status-line';
import { useEntered } from './use-entered';

type Errors = Partial<Record<keyof EnteredConnection, Said | undefined>>;
type SaidStatus = Omit<ConnectionStatus, 'text'> & { readonly text: Said };

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
  const language = useLanguage();
  const { entered, put, type } = useEntered(session);
  const [errors, setErrors] = useState<Errors>({});
  const noKey: SaidStatus = {
    state: 'no-key',
    text: ({ texts: { connection: texts } }) => (session.gateway ? texts.noToken : texts.notSetUp),
  };
  const [status, setStatus] = useState<SaidStatus | undefined>(session.isSetUp ? undefined : noKey);
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
    setStatus({ state: 'saved', text: ({ texts }) => texts.connection.saved });
    // Not awaited: the cells may take long, and the form can be used meanwhile.
    session.host.recalculate().catch(() => {
      setStatus({ state: 'saved', text: ({ texts }) => texts.connection.savedOnly });
    });
  }

  async function test(): Promise<void> {
    const entered = readEntered();
    if (entered.apiKey === '') throw new SettingsError('apiKey', 'noKey');
    checkSettings(entered);
    setStatus({ state: 'checking', text: ({ texts }) => texts.connection.checking });
    const report = await session.testConnection(entered);
    setStatus({ state: report.state, text: describe(report, entered.serviceAddress) });
  }

  function describe(report: ConnectionReport, address: string): Said {
    return (shown) => {
      const texts = shown.texts.connection;
      if (report.state === 'accepted') {
        if (session.gateway) return texts.tokenAccepted;
        return report.usage
          ? shown.fill(texts.acceptedWithUsage, { count: report.usage.requests, hours: report.usage.hours })
          : texts.accepted;
      }
      const { state, status: code, message: reason } = report;
      // A gateway says in its own words why it refuses a token.
      if (state === 'refused' && code !== undefined && !session.gateway)
        return shown.fill(texts.refused, { status: code });
      return state === 'unreachable'
        ? shown.fill(texts.unreachable, { address })
        : shown.fill(texts.failed, { reason });
    };
  }

  async function remove(): Promise<void> {
    await session.save({ apiKey: '' });
    put({ apiKey: '' });
    setStatus({
      state: 'removed',
      text: ({ texts: { connection: texts } }) => (session.gateway ? texts.tokenRemoved : texts.removed),
    });
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
      const said: Said = ({ texts: { connection: texts } }) => (isOfToken ? texts.enterToken : texts[error.problem]);
      setErrors({ [error.field]: said });
    } else {
      setStatus({
        state: 'failed',
        text: (shown) => shown.fill(shown.texts.connection.failed, { reason: messageOf(error) }),
      });
    }
  }

  return {
    entered,
    errors,
    status: status && { state: status.state, text: status.text(language) },
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
