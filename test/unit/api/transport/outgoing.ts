import type { Outgoing } from '../../../../src/api/transport/policy';

/** A request of a cell on its way. */
export const outgoing = (traits: Partial<Outgoing> = {}): Outgoing => ({
  path: '/',
  kind: '/',
  priority: 'foreground',
  signal: new AbortController().signal,
  ...traits,
});
