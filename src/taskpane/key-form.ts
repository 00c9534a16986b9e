import { button, element } from './element';
import { Field } from './field';
import { revealButton } from './reveal';
import { TEXTS } from './texts';

/** What the user has entered. */
export interface Entered {
  readonly apiKey: string;
  readonly serviceAddress: string;
}

interface Actions {
  readonly save: () => void;
  readonly test: () => void;
  readonly remove: () => void;
}

/** The form for the key and the service's address. Knows its fields and buttons, nothing of what they set off. */
export class KeyForm {
  readonly element: HTMLFormElement;
  readonly fields = {
    apiKey: new Field({ id: 'md-api-key', label: TEXTS.apiKey, hint: TEXTS.apiKeyHint, type: 'password', addition: revealButton }),
    serviceAddress: new Field({ id: 'md-service-address', label: TEXTS.serviceAddress, hint: TEXTS.serviceAddressHint, type: 'url' }),
  };
  readonly #removeButton: HTMLButtonElement;

  constructor(actions: Actions) {
    this.#removeButton = button(TEXTS.removeKey, { class: 'md-quiet' }, actions.remove);
    // The browser's own check of an address speaks in a bubble of its own; ours speaks beside the field.
    this.element = element('form', { novalidate: '', class: 'md-form' },
      this.fields.apiKey.element,
      this.fields.serviceAddress.element,
      element('div', { class: 'md-buttons' },
        element('button', { type: 'submit', class: 'md-primary' }, TEXTS.save),
        button(TEXTS.testConnection, {}, actions.test),
        this.#removeButton,
      ),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      actions.save();
    });
  }

  get entered(): Entered {
    return { apiKey: this.fields.apiKey.value, serviceAddress: this.fields.serviceAddress.value };
  }

  fill({ apiKey, serviceAddress }: Entered): void {
    this.fields.apiKey.fill(apiKey);
    this.fields.serviceAddress.fill(serviceAddress);
    this.#removeButton.hidden = apiKey === '';
  }

  clearErrors(): void {
    this.fields.apiKey.clearError();
    this.fields.serviceAddress.clearError();
  }

  /** Buttons stay in the tab order while an answer is awaited: a disabled one would drop the focus. */
  setBusy(isBusy: boolean): void {
    this.element.setAttribute('aria-busy', String(isBusy));
    for (const each of this.element.querySelectorAll('.md-buttons button')) each.setAttribute('aria-disabled', String(isBusy));
  }
}
