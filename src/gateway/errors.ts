import { readFileSync } from 'node:fs';
import { ServiceError, statusError } from '../api/service-error';
import type { Reply } from '../api/transport/policy';
import { isRecord } from '../core/basics';
import { readValidationErrors } from '../api/transport/refusals';

/** The gateway cannot start, or a command cannot run. The message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Without the mark at the start that some editors write. */
export const textIn = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export function readTextFile(option: string, path: string): string {
  try {
    return textIn(readFileSync(path));
  } catch {
    throw new StartError(`--${option}: ${path} cannot be read`);
  }
}

/** The gateway itself refuses to answer now, with a sentence for the person and the time to wait. */
export class NotNowError extends ServiceError {
  constructor(status: 429 | 503, sentence: string, pauseMs: number) {
    super('status', sentence, { status, pauseMs });
  }
}

export class TooLongError extends ServiceError {
  /** Such as "16 MB". */
  readonly most: string;

  constructor(maxBytes: number) {
    const most = `${maxBytes / 1_000_000} MB`;
    super(
      'body',
      `The service's answer is longer than ${most}: ask for less, or have the administrator raise --max-answer`,
    );
    this.most = most;
  }
}

/** The gateway has no memory for a large answer now. That is no failure of the service. */
export class NoRoomError extends ServiceError {
  constructor() {
    super('cancelled', 'The gateway is busy with other large answers: try again in 5 s, or ask for less');
  }
}

export class AbandonedError extends ServiceError {
  constructor() {
    super('cancelled', 'Nobody waits for the answer any more');
  }
}

export type RefusedReply = Pick<Reply, 'status' | 'body'>;

export class RefusedError extends ServiceError {
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

/** Such as "ENOSPC", or "ECONNREFUSED" for a failed fetch. A message may quote anything, a code nothing. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = isRecord(error) ? error : {};
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  return cause === undefined ? undefined : codeOf(cause);
}

export function withCode(sentence: string, error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? sentence : `${sentence} (${code})`;
}
