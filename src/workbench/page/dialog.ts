/** A button of a dialog: its text, and what it answers. */
export interface Choice<Answer> {
  readonly text: string;
  readonly answer: Answer;
}

/**
 * Asks in a dialog of the page, and resolves with the chosen answer. Escape and the last button are the same: what
 * changes nothing stands last. The first has the focus.
 */
export function ask<Answer>(
  title: string,
  sentence: string,
  choices: readonly [Choice<Answer>, ...Choice<Answer>[]],
): Promise<Answer> {
  const dialog = document.createElement('dialog');
  const heading = Object.assign(document.createElement('h2'), { textContent: title, id: 'dialog-title' });
  const text = Object.assign(document.createElement('p'), { textContent: sentence, id: 'dialog-text' });
  const buttons = document.createElement('div');
  dialog.className = 'workbench-dialog';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.setAttribute('aria-describedby', text.id);
  dialog.append(heading, text, buttons);
  let answer = (choices.at(-1) ?? choices[0]).answer;
  for (const choice of choices) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: choice.text });
    button.addEventListener('click', () => {
      answer = choice.answer;
      dialog.close();
    });
    buttons.append(button);
  }
  // The grid listens to keys on the document and would act on them.
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
  });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
  });
}

/** Says a sentence that must not be missed. */
export const tell = (title: string, sentence: string): Promise<undefined> =>
  ask(title, sentence, [{ text: 'OK', answer: undefined }]);
