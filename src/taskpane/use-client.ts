import type { Client } from '../api/client';
import type { Session } from '../app/session';
import { useStore } from './use-store';

/** The session's client: another one after every change of the settings that affects answers. */
export const useClient = (session: Session): Client | undefined => useStore(session, () => session.client);
