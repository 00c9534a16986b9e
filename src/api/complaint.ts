import { isRecord } from '../core/records';

/** What a 422 says: where, as names and places from the outside in, and what is wrong there. */
export interface Complaint {
  readonly place: readonly string[];
  readonly text: string;
}

/** The first complaint in the body of a 422; undefined when it has another shape. */
export function readComplaint(body: string): Complaint | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const details: unknown = isRecord(parsed) ? parsed.detail : undefined;
    const first: unknown = Array.isArray(details) ? details[0] : undefined;
    if (!isRecord(first) || !Array.isArray(first.loc) || typeof first.msg !== 'string') return undefined;
    return { place: first.loc.map(String), text: first.msg };
  } catch {
    return undefined;
  }
}
