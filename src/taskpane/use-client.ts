import { useLayoutEffect, useState } from 'preact/hooks';
import type { Client } from '../api/client';
import type { Session } from '../app/session';

/** The session's client: another one after every change of the settings that affects answers. */
export function useClient(session: Session): Client | undefined {
  const [client, setClient] = useState(session.client);
  useLayoutEffect(() => {
    const look = (): void => {
      setClient(session.client);
    };
    look();
    return session.onChange(look);
  }, [session]);
  return client;
}
