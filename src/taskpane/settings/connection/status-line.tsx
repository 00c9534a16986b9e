import type { ConnectionReport } from '../../../app/connection';

/** What the pane has to say about the connection. The styles give each state its colour and sign. */
export interface Status {
  readonly state: ConnectionReport['state'] | 'no-key' | 'checking' | 'saved' | 'removed';
  readonly text: string;
}

/** The live region that says how things stand; screen readers hear each change. It is there before there is anything to say. */
export const StatusLine = ({ status }: { readonly status: Status | undefined }) => (
  <p class="md-status" role="status" data-state={status?.state}>
    {status?.text}
  </p>
);
