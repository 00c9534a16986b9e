import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { Metrics } from '../../src/gateway/watch/metrics';

/** The metrics of a gateway that has done nothing yet. */
export const createMetrics = (): Metrics =>
  new Metrics({
    isReady: () => true,
    tokens: () => ({
      ...new People(undefined, DEFAULT_GROUPS, false).state,
      signIn: { count: 0, ageSeconds: 0 },
    }),
    quotes: () => 0,
    quotesFreshMs: () => 15_000,
    quota: () => undefined,
    quotaStretch: () => 1,
    isSignedInByProxy: false,
    certificateEndsAt: () => 0,
  });
