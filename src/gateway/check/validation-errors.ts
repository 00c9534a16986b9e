import { isRecord } from '../../core/is-record';

/** One entry of a 422 body. */
interface ValidationEntry {
  readonly place: readonly string[];
  readonly text: string;
  readonly type: string;
}

/** All errors in the body of a 422; empty if it has another shape. */
export function readValidationErrors(body: string): readonly ValidationEntry[] {
  try {
    const parsed: unknown = JSON.parse(body);
    const details: unknown = isRecord(parsed) ? parsed.detail : undefined;
    if (!Array.isArray(details)) return [];
    return details.filter(isRecord).map(({ loc, msg, type }) => ({
      place: Array.isArray(loc) ? loc.map(String) : [],
      text: typeof msg === 'string' ? msg : '',
      type: typeof type === 'string' ? type : '',
    }));
  } catch {
    return [];
  }
}
