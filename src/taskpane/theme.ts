import type { Host } from '../app/host';

/** Gives the element the host's light or dark, now and whenever it changes; without one it is as the system is. Returns what ends that. */
export function followTheme(element: HTMLElement, host: Pick<Host, 'theme' | 'onThemeChange'>): () => void {
  const use = (): void => {
    const { isDark } = host.theme;
    if (isDark === undefined) delete element.dataset.theme;
    else element.dataset.theme = isDark ? 'dark' : 'light';
  };
  use();
  return host.onThemeChange(use);
}
