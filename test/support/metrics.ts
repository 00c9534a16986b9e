import { Metrics } from '../../src/gateway/watch/metrics';

/** The metrics of a gateway that has done nothing yet. */
export const createMetrics = (): Metrics =>
  new Metrics({
    isLeading: () => true,
    people: () => new Map(),
    quotes: () => 0,
    quotesFreshMs: () => 15_000,
    quota: () => undefined,
  });
