import { ServiceError } from '../api/service-error';

/** The gateway itself does not answer now: a sentence for the person, and how long to wait. */
export class NotNowError extends ServiceError {
  override readonly name = 'NotNowError';

  constructor(status: 429 | 503, sentence: string, pauseMs: number) {
    super('status', sentence, { status, pauseMs });
  }
}
