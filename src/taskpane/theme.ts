import type { Host } from '../app/host';

/**
 * Applies the host's light or dark theme to the element, now and whenever it changes; without a theme, the element
 * follows the system. Returns a function that stops it.
 */
export function followTheme(element: HTMLElement, host: Pick<Host, 'theme' | 'onThemeChange'>): () => void {
  const use = (): void => {
    const { isDark } = host.theme;
    if (isDark === undefined) delete element.dataset.theme;
    else element.dataset.theme = isDark ? 'dark' : 'light';
  };
  use();
  return host.onThemeChange(use);
}
