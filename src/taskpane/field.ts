import { element } from './element';

interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly type: 'password' | 'url';
  /** Stands in the box, after the input. */
  readonly addition?: (input: HTMLInputElement) => HTMLElement;
}

/** A labelled input with its hint, and the place where an error about it is said. */
export class Field {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #error: HTMLElement;
  readonly #hintId: string;
  /** What was put in last by the pane; anything else is the user's typing, which must not be overwritten. */
  #filled = '';

  constructor({ id, label, hint, type, addition }: FieldOptions) {
    this.#hintId = `${id}-hint`;
    this.#input = element('input', { id, type, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': this.#hintId });
    this.#error = element('p', { id: `${id}-error`, class: 'md-error', hidden: '' });
    this.#input.addEventListener('input', () => { this.clearError(); });
    this.element = element('div', { class: 'md-field' },
      element('label', { for: id }, label),
      element('div', { class: 'md-box' }, this.#input, ...(addition ? [addition(this.#input)] : [])),
      this.#error,
      element('p', { id: this.#hintId, class: 'md-hint' }, hint),
    );
  }

  get value(): string {
    return this.#input.value.trim();
  }

  /** Puts a saved value in, unless the user has typed something else meanwhile. */
  fill(value: string): void {
    if (this.#input.value === this.#filled) this.set(value);
  }

  set(value: string): void {
    this.#filled = value;
    this.#input.value = value;
  }

  /** Says what is wrong beside the input and takes the user there. */
  showError(message: string): void {
    this.#error.textContent = message;
    this.#error.hidden = false;
    this.#input.setAttribute('aria-invalid', 'true');
    this.#input.setAttribute('aria-describedby', `${this.#error.id} ${this.#hintId}`);
    this.focus();
  }

  clearError(): void {
    this.#error.hidden = true;
    this.#input.removeAttribute('aria-invalid');
    this.#input.setAttribute('aria-describedby', this.#hintId);
  }

  focus(): void {
    this.#input.focus();
  }
}
