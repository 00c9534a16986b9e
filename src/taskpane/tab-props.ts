import type { Session } from '../app/session';

/** The properties of every tab's content. */
export interface TabProps {
  readonly session: Session;
}
