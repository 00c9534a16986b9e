import { ServiceError, statusError } from '../../api/service-error';
import type { RefusedReply } from './answer';
import { readValidationErrors } from '../../api/transport/refusals';

/** The service's refusal of a question about several names. */
export class RefusedError extends ServiceError {
  override readonly name = 'RefusedError';

  /** @param askedAt when the service was asked, by this node's clock, in ms */
  constructor(
    readonly refusal: RefusedReply,
    readonly askedAt: number,
  ) {
    super('status', statusError(refusal.status).message, {
      status: refusal.status,
      // An error in another parameter concerns every part of a list, so no part has to be tried separately.
      parameter: readValidationErrors(refusal.body)[0]?.location[1],
    });
  }
}
