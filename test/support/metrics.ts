import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { Metrics } from '../../src/gateway/watch/metrics';

/** The metrics of a gateway that has done nothing yet. */
export const createMetrics = (): Metrics =>
  new Metrics({
    isReady: () => true,
    tokens: () => ({ ...new People(undefined, DEFAULT_GROUPS, false).state, signIn: { count: 0, ageSeconds: 0 } }),
    quota: () => ({ today: undefined, stretch: 1 }),
    isSignedInByProxy: false,
    certificateEndsAt: () => 0,
  });
