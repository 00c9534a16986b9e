/** Why the gateway cannot start, or a command cannot run: one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
