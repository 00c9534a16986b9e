/** The node that was asked is gone, frozen, or no longer the speaker. */
export class NodeLostError extends Error {
  override readonly name = 'NodeLostError';
}
