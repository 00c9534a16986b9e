import { useEffect, useRef } from 'preact/hooks';

/**
 * The newest of overlapping asynchronous work. Each call begins work and ends the one before, whose signal is aborted
 * then, as is the last one's when the component is gone: its result is not to be used any more.
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
