import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Calls back each time the element becomes visible: tabs keep their state while another one is shown. */
export function useShown(element: RefObject<HTMLElement>, onShown: () => void): void {
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    if (!element.current) return undefined;
    let isShown = false;
    const observer = new IntersectionObserver((entries) => {
      const wasShown = isShown;
      isShown = entries.at(-1)?.isIntersecting ?? false;
      if (isShown && !wasShown) latest.current();
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
}
