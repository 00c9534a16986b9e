import { isRecord } from '../../core/is-record';

/** An error in a 422 body: the location, as names and indices from the outside in, and the message. */
interface ValidationError {
  readonly location: readonly string[];
  readonly text: string;
}

/** The first error in the body of a 422; undefined if it has another shape. */
export function readValidationError(body: string): ValidationError | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const details: unknown = isRecord(parsed) ? parsed.detail : undefined;
    const first: unknown = Array.isArray(details) ? details[0] : undefined;
    if (!isRecord(first) || !Array.isArray(first.loc) || typeof first.msg !== 'string') return undefined;
    return { location: first.loc.map(String), text: first.msg };
  } catch {
    return undefined;
  }
}
