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

/** Shows a sentence that must not be missed. */
export const tellUser = (title: string, sentence: string): Promise<undefined> =>
  askUser(title, sentence, [{ text: 'OK', answer: undefined }]);
