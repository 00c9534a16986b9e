import { focusGrid } from './focus';

const MENU = '[popover]';

/** Menus of the bar: below their buttons, closed by what is chosen, and walked through with the arrows, too. */
export function connectMenus(bar: HTMLElement): void {
  for (const menu of bar.querySelectorAll<HTMLElement>(MENU)) {
    menu.addEventListener('beforetoggle', () => {
      const { left, bottom } = menu.previousElementSibling!.getBoundingClientRect();
      // The widest has 250 px.
      Object.assign(menu.style, { left: `min(${left}px, 100vw - 260px)`, top: `${bottom + 4}px` });
    });
    menu.addEventListener('click', ({ target }) => {
      if (!(target instanceof Element) || !target.closest('button, a')) return;
      menu.hidePopover();
      // What is typed next is meant for the cells, or for the dialog that was chosen.
      if (!document.querySelector('dialog[open]')) focusGrid();
    });
  }
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target instanceof HTMLSelectElement)
      return;
    const menu = event.target.closest<HTMLElement>(MENU) ?? event.target.nextElementSibling;
    if (!(menu instanceof HTMLElement) || !menu.matches(MENU)) return;
    event.preventDefault();
    menu.showPopover();
    const entries = [...menu.querySelectorAll<HTMLElement>('button, a, select')];
    const from = entries.indexOf(event.target);
    entries.at((from < 0 && step < 0 ? 0 : from + step) % entries.length)?.focus();
  });
}
