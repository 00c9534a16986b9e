import type { ServiceError } from '../api/service-error';
import type { RequestTime } from '../core/call';
import type { RichNumber } from '../core/cell';
import type { CellError } from '../core/errors';

export interface CellResult {
  /** Request time of its oldest answer, in ms; undefined if it needed none. */
  readonly readAt: number | undefined;
  /** Origin of its oldest answer; undefined for last values and failures in a result of several cells. */
  readonly requested?: RequestTime | undefined;
  /** Origin of its answer with the oldest price, and that price's time; undefined if it has no price. */
  readonly price?: RequestTime | undefined;
  /** The error that the whole cell showed instead of a value. */
  readonly error: CellError | undefined;
  /** Why a last value is shown. For a result of several cells without last values, the first failed lookup. */
  readonly failure: ServiceError | undefined;
  /** For a result of several cells, the first error in it, for whatever reason. */
  readonly partial?: CellError | undefined;
  /** For a result of several cells with an error among them, its rows. */
  readonly rows?: readonly (readonly unknown[])[] | undefined;
  /** The properties of a single number, such as the rate of a conversion. */
  readonly properties?: RichNumber['properties'] | undefined;
}
