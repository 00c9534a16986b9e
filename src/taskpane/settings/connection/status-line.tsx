import type { ConnectionReport } from '../../../app/connection';

/** The state of the connection. The styles give each state its colour and icon. */
export interface ConnectionStatus {
  readonly state: ConnectionReport['state'] | 'no-key' | 'checking' | 'saved' | 'removed';
  readonly text: string;
}

/** A live region with the state, whose changes screen readers announce. It exists before there is a state. */
export const ConnectionStatusLine = ({ status }: { readonly status: ConnectionStatus | undefined }) => (
  <p class="md-status" role="status" data-state={status?.state}>
    {status?.text}
  </p>
);
