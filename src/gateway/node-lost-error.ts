/** The leader that was asked is gone, frozen, or no longer the leader: the question may be asked again. */
export class NodeLostError extends Error {
  override readonly name = 'NodeLostError';
}
