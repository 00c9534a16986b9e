import { ServiceError, statusError } from '../../api/service-error';
import { readValidationError } from '../../api/transport/validation-error';
import type { Refusal } from './answer';

/** An answer of the service that is no success, where one answers for many. */
export class RefusedError extends ServiceError {
  constructor(readonly refusal: Refusal) {
    super('status', statusError(refusal.status).message, {
      status: refusal.status,
      // What is wrong with another parameter is wrong with every part of a list: no part has to be tried by itself.
      parameter: readValidationError(refusal.body)?.location[1],
    });
  }
}
