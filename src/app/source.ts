import type { Session } from './session';
import type { Settings } from './settings';

/**
 * The origin of the service that values come from; empty if not known. Never its path or query: workbooks are passed on
 * to others.
 */
export function sourceOf({ settings: { serviceAddress } }: Pick<Session, 'settings'>): string {
  return URL.canParse(serviceAddress) ? new URL(serviceAddress).origin : '';
}

/** "api.example.com": the only part of a value's source that everybody who opens the workbook may see. */
export function hostOf({ serviceAddress }: Settings): string {
  try {
    return new URL(serviceAddress).host;
  } catch {
    return '';
  }
}
