import { type MutableRef, useEffect, useRef } from 'preact/hooks';

/** Holds the controller of what is running, if anything is. It is aborted when the component is gone. */
export function useController(): MutableRef<AbortController | undefined> {
  const running = useRef<AbortController>();
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  return running;
}
