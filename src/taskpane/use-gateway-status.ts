import { useEffect, useState } from 'preact/hooks';
import { type GatewayStatus, readGatewayStatus } from '../app/gateway-status';
import type { Session } from '../app/session';
import { MS_PER_MINUTE } from '../core/calendar/units';
import { useClient } from './use-client';

const LOOK_EVERY_MS = MS_PER_MINUTE;

/** What the gateway tells the user, now and once a minute; undefined without a gateway, or while it does not answer. */
export function useGatewayStatus(session: Session): GatewayStatus | undefined {
  const [status, setStatus] = useState<GatewayStatus>();
  const client = useClient(session);
  useEffect(() => {
    if (!session.gateway || !client) return undefined;
    let isCurrent = true;
    const look = (): void => {
      void readGatewayStatus(client).then((report) => {
        if (isCurrent) setStatus(report);
      });
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [session, client]);
  return status;
}
