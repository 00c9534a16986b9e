import { useEffect, useRef } from 'preact/hooks';
import type { Activity, Counts } from '../../app/activity';
import { useChange, useDraw } from '../use-store';

/** Cells answered from memory raise the counts without an event, to stay cheap, so the counts are polled. */
const COUNTS_EVERY_MS = 1000;

/** Renders again after requests and notes, at most once per frame, however many cells run. */
export function useActivity(activity: Activity): void {
  const draw = useDraw();
  const frame = useRef(0);
  useChange(activity, () => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      draw();
    });
  });
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
    },
    [],
  );
}

/** The current counts. */
export function useCounts(activity: Activity): Counts {
  const draw = useDraw();
  const { counts } = activity;
  const drawn = useRef('');
  drawn.current = JSON.stringify(counts);
  const look = (): void => {
    if (JSON.stringify(activity.counts) !== drawn.current) draw();
  };
  useChange(activity, look);
  useEffect(() => {
    const timer = setInterval(look, COUNTS_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [activity]);
  return counts;
}
