import { ServiceError, statusError } from '../../api/service-error';
import type { Refusal } from './answer';

/** An answer of the service that is no success, where one answers for many. */
export class RefusedError extends ServiceError {
  constructor(readonly refusal: Refusal) {
    super('status', statusError(refusal.status).message, { status: refusal.status });
  }
}
