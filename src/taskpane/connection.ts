import type { Session } from '../app/session';
import { checkSettings, SettingsError } from '../app/settings';
import { element, type Section } from './element';
import type { Entered } from './key-form';
import { KeyForm } from './key-form';
import { Status } from './status';
import { TEXTS } from './texts';

/** Entering, testing and removing the key. */
export function connectionSection(session: Session): Section {
  const status = new Status();
  const form = new KeyForm({
    save: () => { void oneAtATime(save); },
    test: () => { void oneAtATime(test); },
    remove: () => { void oneAtATime(remove); },
  });
  let isBusy = false;

  async function oneAtATime(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    form.clearErrors();
    form.setBusy(true);
    try {
      await work();
    } catch (error) {
      showProblem(error);
    } finally {
      form.setBusy(false);
      isBusy = false;
    }
  }

  async function save(): Promise<void> {
    const entered = readEntered();
    await session.save(entered);
    form.fields.apiKey.set(session.settings.apiKey);
    form.fields.serviceAddress.set(session.settings.serviceAddress);
    if (session.settings.apiKey === '') {
      status.show('no-key', TEXTS.noKey);
      return;
    }
    status.show('saved', TEXTS.saved);
    // Not awaited: a workbook's cells may take long, and the form is free meanwhile.
    session.host.recalculate().catch(() => { status.show('saved', TEXTS.savedOnly); });
  }

  async function test(): Promise<void> {
    if (form.entered.apiKey === '') throw new SettingsError('apiKey', TEXTS.keyNeeded);
    const entered = readEntered();
    checkSettings(entered);
    status.show('checking', TEXTS.checking);
    const { state, message } = await session.testConnection(entered);
    status.show(state, message);
  }

  async function remove(): Promise<void> {
    await session.removeKey();
    form.fields.apiKey.set('');
    // The button has just gone; without this the focus would fall back to the top of the page.
    form.fields.apiKey.focus();
    status.show('removed', TEXTS.removed);
  }

  /** An emptied address means the host's own, where it has one. */
  function readEntered(): Entered {
    const { apiKey, serviceAddress } = form.entered;
    const address = serviceAddress === '' ? session.host.defaultServiceAddress : serviceAddress;
    if (address === '') throw new SettingsError('serviceAddress', TEXTS.addressNeeded);
    return { apiKey, serviceAddress: address };
  }

  function showProblem(error: unknown): void {
    if (error instanceof SettingsError && error.field in form.fields) {
      status.clear();
      form.fields[error.field as keyof Entered].showError(error.message);
    } else {
      status.show('failed', TEXTS.failed(error instanceof Error ? error.message : String(error)));
    }
  }

  const fill = (): void => { form.fill(session.settings); };
  const stop = session.onChange(fill);
  fill();
  void session.ready.then(() => {
    fill();
    if (session.settings.apiKey === '' && !isBusy) status.show('no-key', TEXTS.noKey);
  });

  return {
    element: element('section', { 'aria-labelledby': 'md-connection' },
      element('h2', { id: 'md-connection' }, TEXTS.connectionTitle), form.element, status.element),
    dispose: stop,
  };
}
