import { useRef, useState, useEffect, useLayoutEffect, useReducer } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Work that runs once at a time: whether it runs, and the function that starts it. While it runs, starting does
 * nothing, since a second click may come before the component is rendered again.
 */
export function useBusy(): readonly [
  isBusy: boolean,
  begin: (work: () => Promise<unknown>, onFailure: (error: unknown) => void) => void,
] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  return [
    isBusy,
    (work, onFailure) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      void work()
        .catch(onFailure)
        .finally(() => {
          isRunning.current = false;
          setBusy(false);
        });
    },
  ];
}

/**
 * The newest of overlapping asynchronous work. Each call begins work and ends the one before, whose signal is aborted
 * then, as is the last one's when the component is gone: its result must not be used.
 */
export function useLatest(): () => AbortSignal {
  const newest = useRef<AbortController>();
  useEffect(
    () => () => {
      newest.current?.abort();
    },
    [],
  );
  return () => {
    newest.current?.abort();
    newest.current = new AbortController();
    return newest.current.signal;
  };
}

/**
 * A value that is read again whenever a part of `from` changes, or the returned function is called. Undefined until the
 * first reading; a failed reading changes nothing. If several overlap, the last one counts.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T> | undefined,
  from: readonly unknown[],
): readonly [T | undefined, () => void] {
  const [loaded, setLoaded] = useState<T>();
  const begin = useLatest();
  const read = (): void => {
    const signal = begin();
    load(signal)?.then(
      (found) => {
        if (!signal.aborted) setLoaded(() => found);
      },
      () => undefined,
    );
  };
  useEffect(() => {
    setLoaded(undefined);
    read();
  }, from);
  return [loaded, read];
}

interface ObservableStore {
  /** Calls the listener after every change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/** Calls the listener after every change of the store, as it stands in the latest rendering. */
export function useChange(store: ObservableStore, listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(
    () =>
      store.onChange(() => {
        latest.current();
      }),
    [store],
  );
}

/**
 * A value from the store, read after every change. Renders again only for another value, so the reader must return the
 * same object while nothing has changed.
 */
export function useStore<T>(store: ObservableStore, read: () => T): T {
  const draw = useDraw();
  const value = read();
  useChange(store, () => {
    if (!Object.is(read(), value)) draw();
  });
  return value;
}

/** A function that renders the component again. */
export function useDraw(): () => void {
  const [, draw] = useReducer<number, undefined>((turn) => turn + 1, 0);
  return () => {
    draw(undefined);
  };
}

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

/**
 * Gives the pane's styles the height of a sticky element as a custom property, so that focused elements are scrolled
 * clear of it.
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
