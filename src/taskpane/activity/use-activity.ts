import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { Activity, Counts } from '../../app/activity';

/** Cells answered from memory raise the counts without an event, to stay cheap, so the counts are polled. */
const COUNTS_EVERY_MS = 1000;

/** Renders again after requests and notes, at most once per frame, however many cells run. */
export function useActivity(activity: Activity): void {
  const [, draw] = useReducer<number, undefined>((turn) => turn + 1, 0);
  useLayoutEffect(() => {
    let frame = 0;
    const stop = activity.onChange(() => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          draw(undefined);
        });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [activity]);
}

/** The current counts. */
export function useCounts(activity: Activity): Counts {
  const [counts, setCounts] = useState(activity.counts);
  useLayoutEffect(() => {
    const look = (): void => {
      setCounts((before) => (JSON.stringify(before) === JSON.stringify(activity.counts) ? before : activity.counts));
    };
    const timer = setInterval(look, COUNTS_EVERY_MS);
    const stop = activity.onChange(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [activity]);
  return counts;
}
