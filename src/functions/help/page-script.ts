/**
 * A page's only script: a button beside each formula that copies it. A page whose script is blocked has no buttons, and
 * a click on a formula selects all of it.
 */
export const PAGE_SCRIPT = `for (const code of document.querySelectorAll('.formula code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy ' + code.textContent);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  code.after(' ', button);
}
`;
