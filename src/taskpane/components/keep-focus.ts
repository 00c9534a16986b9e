const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** A place in the page: an element, and the number of the child that was there. */
interface AncestorPlace {
  readonly parent: Element;
  readonly index: number;
}

/**
 * Moves the focus to a neighbour when the focused element is removed, such as the button of a row that its action
 * deletes. Otherwise it falls back to the page, and screen readers start again at its top. Returns a function that
 * stops it.
 */
export function keepFocus(root: HTMLElement): () => void {
  let focused: Element | undefined;
  let places: readonly AncestorPlace[] = [];
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    focused = target;
    places = placesOf(target, root);
  };
  const forget = (): void => {
    // While an element is being removed, it is still in the page.
    queueMicrotask(() => {
      if (focused?.isConnected === true && document.activeElement !== focused) focused = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return;
    focused = undefined;
    if (document.activeElement === null || document.activeElement === document.body) neighbourIn(places)?.focus();
  });
  root.addEventListener('focusin', remember);
  root.addEventListener('focusout', forget);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
    root.removeEventListener('focusout', forget);
  };
}

function placesOf(element: Element, root: Element): AncestorPlace[] {
  const places: AncestorPlace[] = [];
  for (let child = element; child !== root && child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return places;
}

/** The first control at the nearest remaining position, or else around it. */
function neighbourIn(places: readonly AncestorPlace[]): HTMLElement | undefined {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const found = firstIn(parent.children[Math.min(index, parent.children.length - 1)]) ?? firstIn(parent);
    if (found) return found;
  }
  return undefined;
}

const firstIn = (element: Element | undefined): HTMLElement | undefined =>
  element &&
  [element, ...element.querySelectorAll(FOCUSABLE)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(FOCUSABLE) && one.tabIndex >= 0 && one.checkVisibility(),
  );
