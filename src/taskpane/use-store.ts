import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

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
 * What is read of the store, read again after every change. Renders again only for another value, so the reader must
 * return the same object as long as nothing has changed.
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
