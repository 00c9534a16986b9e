import { useRef, useState, useEffect, useLayoutEffect, useMemo, useReducer } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Workbook } from '../app/host';
import type { Session } from '../app/session';
import { messageOf } from '../core/basics';

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

interface LateRead<T> {
  readonly of: unknown;
  readonly found?: T | undefined;
  readonly isReading: boolean;
  readonly reason?: string;
}

/**
 * A value that is read on demand, or why it could not be read. If several readings overlap, the last one counts. A
 * quiet one does not say that it is running.
 * @param of whose value it is: nothing is shown of another's
 */
export function useReading<T>(of?: unknown) {
  const nothing: LateRead<T> = { of, isReading: false };
  const [last, setLast] = useState(nothing);
  const begin = useLatest();
  const read = async (work: (signal: AbortSignal) => Promise<T>, isQuiet = false): Promise<void> => {
    const signal = begin();
    const change = (next: (before: LateRead<T>) => Partial<LateRead<T>>): void =>
      setLast((before) => ({ of, isReading: false, ...next(before.of === of ? before : nothing) }));
    if (!isQuiet) change((before) => ({ ...before, isReading: true }));
    const end = await work(signal).then(
      (found) => () => ({ found }),
      (error: unknown) =>
        ({ found }: LateRead<T>) => ({ found, reason: messageOf(error) }),
    );
    if (!signal.aborted) change(end);
  };
  return { ...(last.of === of ? last : nothing), read };
}

/**
 * A value that is read again whenever a part of `from` changes, or the returned function is called. Undefined until the
 * first reading; a failed reading changes nothing.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T> | undefined,
  from: readonly unknown[],
): readonly [T | undefined, () => void] {
  const of = useMemo(() => ({}), from);
  const { found, read } = useReading<T | undefined>(of);
  const begin = (): void => void read(async (signal) => load(signal), true);
  useEffect(begin, [of]);
  return [found, begin];
}

/** Calls back this long after the last change in `from`; without a time, not at all. */
export function useDelayed(call: () => void, delayMs: number | undefined, from: readonly unknown[]): void {
  useEffect(() => {
    if (delayMs === undefined) return undefined;
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  }, from);
}

interface ObservableStore {
  /** Calls the listener after every change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/**
 * Calls the listener as it stands in the latest rendering.
 * @param subscribe returns how to unsubscribe
 */
function useListener(
  subscribe: (listener: () => void) => () => void,
  listener: () => void,
  from: readonly unknown[],
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(() => subscribe(() => latest.current()), from);
}

/** Calls the listener after every change of the store. */
export function useChange(store: ObservableStore, listener: () => void): void {
  useListener((onChange) => store.onChange(onChange), listener, [store]);
}

/** Calls the listener at each event of the workbook. Not every host reports all of them. */
export function useWorkbookEvent(
  { host: { workbook } }: Session,
  event: Parameters<Workbook['on']>[0],
  listener: () => void,
): void {
  useListener((onEvent) => workbook.on(event, onEvent), listener, [workbook]);
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
  return () => draw(undefined);
}

/** Calls back each time the element becomes visible: tabs keep their state while another one is shown. */
export function useShown(element: RefObject<HTMLElement>, onShown: () => void): void {
  const latest = useRef(onShown);
  latest.current = onShown;
  // Not sooner: browsers tell at once that it is visible, and what the listener needs is set up by other effects.
  useEffect(() => {
    if (!element.current) return undefined;
    let isShown = false;
    const observer = new IntersectionObserver((entries) => {
      const wasShown = isShown;
      isShown = entries.at(-1)?.isIntersecting ?? false;
      if (isShown && !wasShown) latest.current();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
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
    const observer = new ResizeObserver(([entry]) =>
      pane.style.setProperty(property, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      pane.style.removeProperty(property);
    };
  }, [element, property]);
}

/** Shows only the latest report of each frame. */
export function oncePerFrame<Report extends readonly unknown[]>(show: (...report: Report) => void) {
  let frame = 0;
  let latest: Report;
  return {
    report: (...report: Report): void => {
      latest = report;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        show(...latest);
      });
    },
    end: (): void => cancelAnimationFrame(frame),
  };
}
