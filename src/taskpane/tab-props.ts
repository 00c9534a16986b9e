import type { Session } from '../app/session';

/** What every tab's content is given. */
export interface TabProps {
  readonly session: Session;
}
