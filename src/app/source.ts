import type { Session } from './session';

/** The origin of the service that values come from; empty where none is known. Never the path or what follows it: a workbook is handed on. */
export function sourceOf({ settings: { serviceAddress } }: Pick<Session, 'settings'>): string {
  return URL.canParse(serviceAddress) ? new URL(serviceAddress).origin : '';
}
