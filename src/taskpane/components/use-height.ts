import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Tells the pane's styles how high an element is that stays in sight, under the name of a custom property: what gets the
 * focus is scrolled clear of it.
 */
export function useHeight(element: RefObject<HTMLElement>, property: string): void {
  useLayoutEffect(() => {
    const pane = element.current?.closest<HTMLElement>('.md-pane');
    if (!element.current || !pane) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      pane.style.setProperty(property, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      pane.style.removeProperty(property);
    };
  }, [element, property]);
}
