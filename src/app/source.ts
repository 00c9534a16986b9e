import type { Session } from './session';

/**
 * The origin of the service that values come from; empty if not known. Never its path or query: workbooks are passed on
 * to others.
 */
export function sourceOf({ settings: { serviceAddress } }: Pick<Session, 'settings'>): string {
  return URL.canParse(serviceAddress) ? new URL(serviceAddress).origin : '';
}
