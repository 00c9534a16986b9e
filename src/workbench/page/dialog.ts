import { messageOf } from '../../core/basics';
import { focusGrid } from './focus';

const SHOW_PROGRESS_AFTER_MS = 300;

/** A dialog button: its text and its answer. */
interface DialogButton<Choice> {
  readonly text: string;
  readonly answer: Choice;
}

/** Shows a dialog of the page, with a title and what it holds. Calls back once it is closed. */
export function showDialog(title: string, content: readonly Node[], onClose: () => void): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  const heading = Object.assign(document.createElement('h2'), { textContent: title, id: 'dialog-title' });
  dialog.className = 'workbench-dialog';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(heading, ...content);
  // The grid listens to keys on the document and would react to them.
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    // Without a button that opened it, the next keys are meant for the cells.
    if (document.activeElement === document.body) focusGrid();
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
  choices: readonly [DialogButton<Choice>, ...DialogButton<Choice>[]],
): Promise<Choice> {
  const text = Object.assign(document.createElement('p'), { textContent: sentence, id: 'dialog-text' });
  const buttons = document.createElement('div');
  return new Promise((resolve) => {
    let answer = (choices.at(-1) ?? choices[0]).answer;
    for (const choice of choices) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: choice.text });
      button.addEventListener('click', () => {
        answer = choice.answer;
        dialog.close();
      });
      buttons.append(button);
    }
    const dialog = showDialog(title, [text, buttons], () => {
      resolve(answer);
    });
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
  const bar = Object.assign(document.createElement('progress'), { max: 1 });
  bar.setAttribute('aria-labelledby', 'dialog-title');
  const buttons = document.createElement('div');
  const addButton = (textContent: string, act: () => void): void => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent });
    button.addEventListener('click', act);
    buttons.append(button);
  };
  if (other) addButton(other.text, other.act);
  addButton('Cancel', () => dialog?.close());
  let dialog: HTMLDialogElement | undefined;
  const show = (): void => {
    dialog = showDialog(title, [bar, buttons], () => {
      cancelling.abort();
    });
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
  const form = document.createElement('form');
  form.method = 'dialog';
  const buttons = document.createElement('div');
  buttons.append(submitButton(submit, 'apply'), submitButton('Cancel', 'cancel'));
  form.append(...fields, buttons);
  return new Promise((resolve) => {
    const dialog = showDialog(title, [form], () => {
      resolve(dialog.returnValue === 'apply');
    });
  });
}

interface Labelled<Control extends HTMLElement> {
  readonly label: HTMLElement;
  readonly field: Control;
}

export function labelled<Control extends HTMLElement>(text: string, field: Control): Labelled<Control> {
  const label = document.createElement('label');
  label.append(text, field);
  return { label, field };
}

/** @param choices values by their texts */
export function select(text: string, choices: Readonly<Record<string, string>>): Labelled<HTMLSelectElement> {
  const field = document.createElement('select');
  for (const [name, value] of Object.entries(choices)) field.append(new Option(name, value));
  return labelled(text, field);
}

const submitButton = (textContent: string, value: string): HTMLElement =>
  Object.assign(document.createElement('button'), { type: 'submit', textContent, value });
