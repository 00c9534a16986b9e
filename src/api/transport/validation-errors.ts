import { isRecord } from '../../core/is-record';

/** An error in a 422 body: the location, as names and indices from the outside in, the message and the type. */
interface ValidationError {
  readonly location: readonly string[];
  readonly text: string;
  /** Empty if the body tells none. */
  readonly type: string;
}

/** The errors in the body of a 422; empty if it has another shape. */
export function readValidationErrors(body: string): readonly ValidationError[] {
  try {
    const parsed: unknown = JSON.parse(body);
    const details: unknown = isRecord(parsed) ? parsed.detail : undefined;
    if (!Array.isArray(details)) return [];
    return details.flatMap((detail: unknown) => {
      if (!isRecord(detail) || !Array.isArray(detail.loc) || typeof detail.msg !== 'string') return [];
      return {
        location: detail.loc.map(String),
        text: detail.msg,
        type: typeof detail.type === 'string' ? detail.type : '',
      };
    });
  } catch {
    return [];
  }
}
