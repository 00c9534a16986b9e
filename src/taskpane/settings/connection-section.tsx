import { TextField, Button, Field, type ControlProps, Section } from '../components/elements';
import { because, said, Because, Reason, useTexts, useLanguage, type Report, type Said } from '../texts/use-texts';
import { useSession, isSetUp, useGatewayStatus } from '../session';
import type { ComponentChildren, Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { isSameOrigin } from '../../app/settings';
import { checkSettings, SettingsError } from '../../app/settings-check';
import { useBusy, useChange, useStore } from '../hooks';
import { type ConnectionReport, type EnteredConnection, testConnection } from '../../app/account';
import type { SessionSignIn } from '../../app/sign-in';

export function ConnectionSection() {
  const session = useSession();
  const [texts, language] = useTexts('connection');
  const keyInput = useRef<HTMLInputElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  // The button has just disappeared; without this the focus would fall back to the top of the page.
  const connection = useConnection(session, () => keyInput.current?.focus());
  const { entered, errors, isBusy } = connection;
  const { gateway } = session;
  const [wantsToken, setWantsToken] = useState(false);
  const signIn = session.settings.apiKey === '' ? gateway?.signIn : undefined;
  useLayoutEffect(() => {
    if (errors.apiKey) keyInput.current?.focus();
    else if (errors.serviceAddress) addressInput.current?.focus();
  }, [errors]);
  if (signIn && !wantsToken)
    return (
      <Section title={texts.title} place="connection">
        <SignInPart signIn={signIn} onToken={() => setWantsToken(true)} />
      </Section>
    );
  return (
    <Section title={texts.title} place="connection">
      {gateway && <GatewayLine />}
      {/* Not validated by the browser, which would show its own popup: our error is shown beside the field. */}
      {gateway?.isTokenNeeded !== false && (
        <form
          class="md-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => {
            event.preventDefault();
            connection.save();
          }}
        >
          <Field
            id="md-api-key"
            label={gateway ? texts.token : texts.apiKey}
            hint={gateway ? texts.tokenHint : texts.apiKeyHint}
            error={errors.apiKey?.(language)}
          >
            {(control) => (
              <KeyInput
                isToken={gateway !== undefined}
                control={control}
                inputRef={keyInput}
                value={entered.apiKey}
                onInput={(text) => connection.enter('apiKey', text)}
              />
            )}
          </Field>
          {!gateway && (
            <TextField
              id="md-service-address"
              label={texts.serviceAddress}
              hint={texts.serviceAddressHint}
              error={errors.serviceAddress?.(language)}
              input={{ ref: addressInput, type: 'url', autocapitalize: 'off', spellcheck: false }}
              value={entered.serviceAddress}
              onText={(text) => connection.enter('serviceAddress', text)}
            />
          )}
          <div class="md-buttons">
            <Button type="submit" look="primary" isBusy={isBusy} text={texts.save} />
            <Button isBusy={isBusy} onClick={connection.test} text={texts.testConnection} />
            {connection.hasKey && (
              <Button
                look="subtle"
                isBusy={isBusy}
                onClick={connection.remove}
                text={gateway ? texts.removeToken : texts.removeKey}
              />
            )}
            {signIn && <Button look="subtle" onClick={() => setWantsToken(false)} text={texts.signInInstead} />}
          </div>
        </form>
      )}
      <ConnectionStatusLine status={connection.status} />
    </Section>
  );
}

/** Says that the company's gateway is in use, and under which name it knows the user. */
function GatewayLine() {
  const session = useSession();
  const [texts, language] = useTexts('connection');
  const status = useGatewayStatus(session);
  if (!isSetUp(session) || status === undefined) return <p>{texts.throughGateway}</p>;
  const { person, refusal } = status;
  if (refusal !== undefined)
    return <ConnectionStatusLine status={{ state: 'failed', text: <Reason>{refusal}</Reason> }} />;
  return <p>{person === '' ? texts.connectedThroughGateway : language.fill(texts.connectedAs, { name: person })}</p>;
}

/** The signed-in user, or the button to sign in. It stays the same button, so that it keeps the focus. */
function SignInPart({ signIn, onToken }: { readonly signIn: SessionSignIn; readonly onToken: () => void }) {
  const session = useSession();
  const [texts, language] = useTexts('connection');
  const refusal = useGatewayStatus(session)?.refusal;
  const { state, person, problem } = signIn;
  const isSignedIn = state === 'signed in';
  return (
    <>
      {!isSignedIn && <p>{texts.throughGateway}</p>}
      <ConnectionStatusLine status={statusOfSignIn()} />
      <div class="md-buttons">
        <Button
          look={isSignedIn ? 'secondary' : 'primary'}
          isBusy={state === 'signing in'}
          onClick={() => {
            if (isSignedIn) signIn.signOut();
            else void signIn.start();
          }}
          text={isSignedIn ? texts.signOut : texts.signIn}
        />
        {!isSignedIn && <Button look="subtle" onClick={onToken} text={texts.useToken} />}
      </div>
    </>
  );

  function statusOfSignIn(): ConnectionStatus {
    if (state === 'signing in') return { state: 'checking', text: texts.signingIn };
    if (isSignedIn && refusal !== undefined) return { state: 'failed', text: <Reason>{refusal}</Reason> };
    if (isSignedIn)
      return {
        state: 'accepted',
        text: person === '' ? texts.connectedThroughGateway : language.fill(texts.connectedAs, { name: person }),
      };
    return problem === undefined
      ? { state: 'no-key', text: texts.notSignedIn }
      : { state: 'failed', text: <Because text={texts.failed} reason={problem} /> };
  }
}

type Errors = Partial<Record<keyof EnteredConnection, Said | undefined>>;
type SaidStatus = Omit<ConnectionStatus, 'text'> & { readonly text: Report };

/** Entering, testing and removing the key: the form's state and actions. */
function useConnection(session: Session, onRemoved: () => void) {
  const language = useLanguage();
  const { entered, isKeyTyped, type, forget, forgetKey } = useEntered(session);
  const [errors, setErrors] = useState<Errors>({});
  const noKey: SaidStatus = {
    state: 'no-key',
    text: said('connection', session.gateway ? 'noToken' : 'notSetUp'),
  };
  const [status, setStatus] = useState<SaidStatus | undefined>(isSetUp(session) ? undefined : noKey);
  const [isBusy, begin] = useBusy();
  // Another workbook may have stored one.
  useChange(session, () => {
    if (isSetUp(session)) setStatus((before) => (before && IS_WITHOUT_KEY.has(before.state) ? undefined : before));
  });

  function run(work: () => Promise<void>): void {
    begin(() => {
      setErrors({});
      return work();
    }, showProblem);
  }

  async function save(): Promise<void> {
    const entered = readEntered();
    // A token is for the gateway alone: no address that was entered before stays beside it.
    const changes = session.gateway ? { apiKey: entered.apiKey, serviceAddress: '' } : entered;
    const isStored = await session.save(changes).then(
      () => true,
      async (error: unknown) => {
        if (error instanceof SettingsError || entered.apiKey === '') throw error;
        // A browser may forbid it, as some do in a page within another.
        await session.save(changes, false);
        return false;
      },
    );
    forget();
    if (session.settings.apiKey === '') {
      setStatus(noKey);
      return;
    }
    setStatus({ state: 'saved', text: said('connection', isStored ? 'saved' : 'notStored') });
    // Not awaited: the cells may take long, and the form can be used meanwhile.
    session.host.recalculate().catch(() => setStatus({ state: 'saved', text: said('connection', 'savedOnly') }));
  }

  async function test(): Promise<void> {
    const entered = readEntered();
    if (entered.apiKey === '') throw new SettingsError('apiKey', 'noKey');
    checkSettings(entered);
    setStatus({ state: 'checking', text: said('connection', 'checking') });
    const report = await testConnection(entered, session);
    // Something else has been entered meanwhile, unless it is still said to be checked.
    setStatus((now) =>
      now?.state === 'checking' ? { state: report.state, text: describe(report, entered.serviceAddress) } : now,
    );
  }

  function describe(report: ConnectionReport, address: string): Report {
    if (report.state === 'accepted') {
      if (session.gateway) return said('connection', 'tokenAccepted');
      if (!report.usage) return said('connection', 'accepted');
      const { requests, hours } = report.usage;
      return said('connection', 'acceptedWithUsage', { count: requests, hours });
    }
    const { state, status, message } = report;
    // A gateway says in its own words why it refuses a token.
    if (state === 'refused' && status !== undefined && !session.gateway)
      return said('connection', 'refused', { status });
    return state === 'unreachable'
      ? said('connection', 'unreachable', { address })
      : because('connection', 'failed', message);
  }

  async function remove(): Promise<void> {
    await session.save({ apiKey: '' });
    forgetKey();
    setStatus({ state: 'removed', text: said('connection', session.gateway ? 'tokenRemoved' : 'removed') });
    onRemoved();
  }

  /** An empty address means the host's default, if it has one. */
  function readEntered(): EnteredConnection {
    const serviceAddress =
      session.gateway?.address ?? (entered.serviceAddress.trim() || session.host.defaultServiceAddress);
    if (serviceAddress === '') throw new SettingsError('serviceAddress', 'noAddress');
    checkSettings({ serviceAddress });
    // The saved key was entered for another address.
    if (!isKeyTyped && entered.apiKey !== '' && !isSameOrigin(serviceAddress, session.settings.serviceAddress)) {
      type({ apiKey: '' });
      throw new SettingsError('apiKey', 'otherKey');
    }
    return { apiKey: entered.apiKey.trim(), serviceAddress };
  }

  function showProblem(error: unknown): void {
    if (error instanceof SettingsError) {
      setStatus(undefined);
      const isOfToken = session.gateway && error.problem === 'noKey';
      setErrors({ [error.field]: said('connection', isOfToken ? 'enterToken' : error.problem) });
    } else {
      setStatus({ state: 'failed', text: because('connection', 'failed', error) });
    }
  }

  return {
    entered,
    errors,
    status: status && { state: status.state, text: status.text(language) },
    isBusy,
    hasKey: session.settings.apiKey !== '',
    enter: (field: keyof EnteredConnection, text: string): void => {
      type({ [field]: text });
      setErrors((before) => ({ ...before, [field]: undefined }));
      // The result for another entry does not apply to this one.
      setStatus((before) => (before && IS_WITHOUT_KEY.has(before.state) ? before : undefined));
    },
    save: () => run(save),
    test: () => run(test),
    remove: () => run(remove),
  };
}

/** The fields' texts: what is saved, wherever it was changed, but for what the user has typed since. */
function useEntered(session: Session) {
  const { apiKey, serviceAddress } = useStore(session, () => session.settings);
  const [typed, setTyped] = useState<Partial<EnteredConnection>>({});
  return {
    entered: { apiKey, serviceAddress, ...typed },
    isKeyTyped: typed.apiKey !== undefined,
    type: (text: Partial<EnteredConnection>): void => setTyped((before) => ({ ...before, ...text })),
    forget: (): void => setTyped({}),
    forgetKey: (): void =>
      setTyped((before) => {
        const { apiKey: _, ...others } = before;
        return others;
      }),
  };
}

interface KeyInputProps {
  /** Whether it is a personal token instead of the key of the service. */
  readonly isToken: boolean;
  readonly control: ControlProps;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/** The hidden key, with a button that shows and hides it. */
function KeyInput({ isToken, control, inputRef, value, onInput }: KeyInputProps) {
  const [texts] = useTexts('connection');
  const [isShown, setShown] = useState(false);
  const [show, hide] = isToken ? [texts.showToken, texts.hideToken] : [texts.showKey, texts.hideKey];
  return (
    <>
      <input
        {...control}
        ref={inputRef}
        type={isShown ? 'text' : 'password'}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <button
        type="button"
        class="md-button md-reveal"
        aria-controls={control.id}
        aria-label={isShown ? hide : show}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? texts.hide : texts.show}
      </button>
    </>
  );
}

/** The state of the connection. The styles give each state its colour and icon. */
interface ConnectionStatus {
  readonly state: ConnectionReport['state'] | 'no-key' | 'checking' | 'saved' | 'removed';
  readonly text: ComponentChildren;
}

const IS_WITHOUT_KEY: ReadonlySet<ConnectionStatus['state']> = new Set(['no-key', 'removed']);

/** A live region with the state, whose changes screen readers announce. It exists before there is a state. */
const ConnectionStatusLine = ({ status }: { readonly status: ConnectionStatus | undefined }) => (
  <p class="md-status" role="status" data-state={status?.state}>
    {status?.text}
  </p>
);
