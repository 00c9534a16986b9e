import { useRef, useState } from 'preact/hooks';

/**
 * Work that runs once at a time: whether it runs, and how to begin it. Until it has ended, beginning does nothing: two
 * clicks may come before the component is rendered again.
 */
export function useBusy(): readonly [
  isBusy: boolean,
  begin: (work: () => Promise<void>, onFailure: (error: unknown) => void) => void,
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
