import { button } from './element';
import { TEXTS } from './texts';

/** The button that shows a password input's text and hides it again. */
export function revealButton(input: HTMLInputElement): HTMLButtonElement {
  const toggle = button(TEXTS.show, { class: 'md-reveal', 'aria-controls': input.id }, () => { showKey(input.type === 'password'); });
  const showKey = (isShown: boolean): void => {
    input.type = isShown ? 'text' : 'password';
    toggle.textContent = isShown ? TEXTS.hide : TEXTS.show;
    toggle.setAttribute('aria-label', isShown ? TEXTS.hideKey : TEXTS.showKey);
  };
  showKey(false);
  return toggle;
}
