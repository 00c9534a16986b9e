import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { Activity, Counts } from '../../app/activity';

/** Cells that are answered from memory raise the counts without a word, to stay cheap; so the counts are looked at. */
const COUNTS_EVERY_MS = 1000;

/** Draws again after requests and notes, at most once a frame, however many cells run. */
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

/** The counts as they are now. */
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
