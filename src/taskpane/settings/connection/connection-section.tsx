import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button';
import { Field } from '../../components/field';
import { Section } from '../../components/section';
import type { TabProps } from '../../tab-props';
import { useTexts, useLanguage } from '../../texts/use-texts';
import { KeyInput } from './key-input';
import { ConnectionStatusLine } from './status-line';
import { useConnection } from './use-connection';
import type { Session } from '../../../app/session';
import { useGatewayStatus } from '../../use-gateway-status';

/** The form for the key and the service's address. */
export function ConnectionSection({ session }: TabProps) {
  const texts = useTexts('connection');
  const language = useLanguage();
  const keyInput = useRef<HTMLInputElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  // The button has just disappeared; without this the focus would fall back to the top of the page.
  const connection = useConnection(session, () => {
    keyInput.current?.focus();
  });
  const { entered, errors, isBusy } = connection;
  const { gateway } = session;
  useLayoutEffect(() => {
    if (errors.apiKey) keyInput.current?.focus();
    else if (errors.serviceAddress) addressInput.current?.focus();
  }, [errors]);
  return (
    <Section title={texts.title}>
      {gateway && <GatewayLine session={session} />}
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
                onInput={(text) => {
                  connection.enter('apiKey', text);
                }}
              />
            )}
          </Field>
          {!gateway && (
            <Field
              id="md-service-address"
              label={texts.serviceAddress}
              hint={texts.serviceAddressHint}
              error={errors.serviceAddress?.(language)}
            >
              {(control) => (
                <input
                  {...control}
                  ref={addressInput}
                  type="url"
                  autocomplete="off"
                  autocapitalize="off"
                  spellcheck={false}
                  value={entered.serviceAddress}
                  onInput={(event) => {
                    connection.enter('serviceAddress', event.currentTarget.value);
                  }}
                />
              )}
            </Field>
          )}
          <div class="md-buttons">
            <Button type="submit" look="primary" isBusy={isBusy}>
              {texts.save}
            </Button>
            <Button isBusy={isBusy} onClick={connection.test}>
              {texts.testConnection}
            </Button>
            {connection.hasKey && (
              <Button look="subtle" isBusy={isBusy} onClick={connection.remove}>
                {gateway ? texts.removeToken : texts.removeKey}
              </Button>
            )}
          </div>
        </form>
      )}
      <ConnectionStatusLine status={connection.status} />
    </Section>
  );
}

/** Says that the company's gateway is in use, and under which name it knows the user. */
function GatewayLine({ session }: { readonly session: Session }) {
  const texts = useTexts('connection');
  const language = useLanguage();
  const status = useGatewayStatus(session);
  if (!session.isSetUp || status === undefined) return <p>{texts.throughGateway}</p>;
  const { person } = status;
  return <p>{person === '' ? texts.connectedThroughGateway : language.fill(texts.connectedAs, { name: person })}</p>;
}
