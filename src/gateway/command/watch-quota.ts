import type { Gateway } from '../gateway';
import { MS_PER_HOUR } from '../../core/calendar/units';

/** Delay of the first check: a gateway that has just started has sent nothing yet. */
const FIRST_MS = 300_000;
const WITH_QUOTA_MS = 300_000;
/** Delay after a check without a quota: the service may state one later. */
const WITHOUT_MS = MS_PER_HOUR;

/**
 * While this node is the leader, checks regularly what is left of the day's quota. Returns a function that stops it.
 */
export function watchQuota(gateway: Gateway): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    const isKnown = gateway.isLeading && (await gateway.lookAtQuota());
    timer = setTimeout(() => void look(), isKnown || !gateway.isLeading ? WITH_QUOTA_MS : WITHOUT_MS);
    timer.unref();
  };
  timer = setTimeout(() => void look(), FIRST_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}
