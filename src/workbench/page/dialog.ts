import { messageOf } from '../../core/basics';
import { focusGrid } from './focus';

const SHOW_PROGRESS_AFTER_MS = 300;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** An element of the page's document. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}"`);
  return found;
}

export const onClick = (id: string, act: () => unknown): void => byId(id).addEventListener('click', () => void act());

export function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', act);
  return made;
}

/** Shows a dialog of the page, with a title and what it holds. Calls back once it is closed. */
export function showDialog(title: string, content: readonly Node[], onClose: () => void): HTMLDialogElement {
  const heading = element('h2', { id: 'dialog-title' }, title);
  const dialog = element('dialog', { className: 'workbench-dialog' }, heading, ...content);
  dialog.setAttribute('aria-labelledby', heading.id);
  // The grid listens to keys on the document and would react to them.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('close', () => {
    dialog.remove();
    // Without a button that opened it, the next keys are meant for the cells.
    if (document.activeElement === document.body) focusGrid();
    // The browser gives the focus back to the cells, but not the caret: what is typed next would get lost.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.isContentEditable)
      getSelection()?.collapse(activeElement);
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks in a dialog of the page; resolves with the chosen answer. Escape chooses the last button, so the harmless answer
 * comes last. The first button has the focus.
 */
export function askUser<Choice>(
  title: string,
  sentence: string,
  choices: readonly { readonly text: string; readonly answer: Choice }[],
): Promise<Choice> {
  const text = element('p', { id: 'dialog-text' }, sentence);
  return new Promise((resolve) => {
    let { answer } = choices.at(-1)!;
    const buttons = choices.map((choice) =>
      button(choice.text, () => {
        ({ answer } = choice);
        dialog.close();
      }),
    );
    const dialog = showDialog(title, [text, element('div', {}, ...buttons)], () => resolve(answer));
    dialog.setAttribute('aria-describedby', text.id);
  });
}

export interface Progress {
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
  /** @param part of the work that is done, from 0 to 1 */
  readonly onProgress: (part: number) => void;
  readonly end: () => void;
}

/**
 * Shows how far a work is, and lets the user cancel it. What is done at once shows nothing.
 *
 * @param other another button, which ends it too
 */
export function showProgress(title: string, other?: { readonly text: string; readonly act: () => void }): Progress {
  const cancelling = new AbortController();
  const bar = element('progress', { max: 1 });
  bar.setAttribute('aria-labelledby', 'dialog-title');
  const cancel = button('Cancel', () => {
    // The close event comes in a later turn, and the work would go on until then.
    cancelling.abort();
    dialog?.close();
  });
  const buttons = element('div', {}, ...(other ? [button(other.text, other.act)] : []), cancel);
  let dialog: HTMLDialogElement | undefined;
  const show = (): void => {
    dialog = showDialog(title, [bar, buttons], () => cancelling.abort());
  };
  const timer = setTimeout(show, SHOW_PROGRESS_AFTER_MS);
  return {
    signal: cancelling.signal,
    onProgress: (part) => {
      bar.value = part;
    },
    end: () => {
      clearTimeout(timer);
      dialog?.close();
    },
  };
}

/** The message of an error, to stand within a sentence. */
export const withoutFullStop = (error: unknown): string => messageOf(error).replace(/\.$/, '');

/** "1,200 cells". */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** Shows a sentence that must not be missed. */
export const tellUser = (title: string, sentence: string): Promise<undefined> =>
  askUser(title, sentence, [{ text: 'OK', answer: undefined }]);

/** Shows fields in a dialog; resolves with whether the user wants what they say. */
export function askForm(title: string, fields: readonly HTMLElement[], submit: string): Promise<boolean> {
  const submitButton = (text: string, value: string): HTMLElement => element('button', { type: 'submit', value }, text);
  const buttons = element('div', {}, submitButton(submit, 'apply'), submitButton('Cancel', 'cancel'));
  const form = element('form', { method: 'dialog' }, ...fields, buttons);
  return new Promise((resolve) => {
    const dialog = showDialog(title, [form], () => resolve(dialog.returnValue === 'apply'));
  });
}

interface Labelled<Control extends HTMLElement> {
  readonly label: HTMLElement;
  readonly field: Control;
}

export const labelled = <Control extends HTMLElement>(text: string, field: Control): Labelled<Control> => ({
  label: element('label', {}, text, field),
  field,
});

/** @param choices values by their texts */
export const select = (text: string, choices: Readonly<Record<string, string>>, chosen?: string) => {
  const options = Object.entries(choices).map(([name, value]) => new Option(name, value, false, value === chosen));
  return labelled(text, element('select', {}, ...options));
};
