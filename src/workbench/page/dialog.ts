/** A dialog button: its text and its answer. */
interface DialogButton<Choice> {
  readonly text: string;
  readonly answer: Choice;
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
  // The grid listens to keys on the document and would react to them.
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

/** Shows a sentence that must not be missed. */
export const tellUser = (title: string, sentence: string): Promise<undefined> =>
  askUser(title, sentence, [{ text: 'OK', answer: undefined }]);
