import { CellError, type ErrorCode } from '../core/errors';
import { isTemporary } from './transport/policy';

type FailureKind =
  | 'no-key'
  | 'no-address'
  | 'refused-argument'
  | 'status'
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'body'
  | 'cancelled'
  | 'preview'
  | 'closed';

/** A failed lookup. It is already what the cell will show: a code and a sentence that says what to do next. */
export class ServiceError extends CellError {
  override readonly name: string = 'ServiceError';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** The operation's parameter that the service refused; undefined if it did not say. */
  readonly parameter: string | undefined;
  /** How long the service asks to wait, in milliseconds; undefined if it did not say. */
  readonly pauseMs: number | undefined;
  /** Whether the service's state or the key is the reason, so that every other question would fail now too. */
  readonly isOfService: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    details: {
      code?: ErrorCode;
      status?: number;
      parameter?: string | undefined;
      pauseMs?: number | undefined;
      isOfService?: boolean;
      doubt?: string;
    } = {},
  ) {
    super(details.code ?? '#N/A', message, details);
    this.kind = kind;
    this.status = details.status;
    this.parameter = details.parameter;
    this.pauseMs = details.pauseMs;
    this.isOfService =
      details.isOfService ??
      (!KINDS_OF_A_QUESTION.includes(kind) || this.status === 401 || this.status === 429 || this.pauseMs !== undefined);
  }

  /** Whether the service understood the question and refused it, so that asking for less may succeed. */
  get isRefusal(): boolean {
    return this.status === 404 || this.status === 422;
  }

  /** Whether the same question may be answered in a moment. */
  get isTemporary(): boolean {
    return this.kind === 'network' || (this.kind === 'status' && isTemporary(this.status));
  }
}

/** Failures whose reason may be what was asked for. */
const KINDS_OF_A_QUESTION: readonly FailureKind[] = ['refused-argument', 'status', 'network', 'body'];

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The service did not understand the request (400): check the arguments',
  401: 'The service refused the key (401): check the API key in the MD pane',
  402: 'Your plan or its quota does not cover this (402): ask your provider',
  403: 'Your plan does not include this data (403): check the API key in the MD pane or ask your provider',
  404: 'The service does not know this (404): check the spelling, and the service address in the MD pane',
  405: 'The service takes no questions here (405): check the service address in the MD pane',
  408: 'The service gave up waiting (408): recalculate to try again',
  451: 'The service may not show this where you are (451): ask your provider',
};

export function statusError(status: number): ServiceError {
  const message =
    BY_STATUS[status] ??
    (status >= 500
      ? `The service failed (${status}): recalculate in a moment`
      : `The service refused the request (${status}): ask your provider`);
  return new ServiceError('status', message, { status });
}

export const networkError = (address: string): ServiceError =>
  new ServiceError(
    'network',
    `${address} cannot be reached: check the connection and the service address in the MD pane`,
  );

export const timeoutError = (address: string, timeoutMs: number): ServiceError =>
  new ServiceError('timeout', `${address} did not answer within ${timeoutMs / 1000} seconds: recalculate to try again`);

export const redirectError = (address: string): ServiceError =>
  new ServiceError(
    'redirect',
    `${address} redirects elsewhere, where the key is not sent: enter the final service address in the MD pane`,
  );

export const bodyError = (what: string): ServiceError =>
  new ServiceError('body', `The service sent ${what}: check the service address in the MD pane, then recalculate`);

export const cancelledError = (): ServiceError => new ServiceError('cancelled', 'Cancelled: recalculate to ask again');
export const previewError = (): ServiceError => new ServiceError('preview', 'Press Enter to fetch');

/** Thrown at lookups of a client that was replaced, such as after a new key. They restart with the new client. */
export const closedError = (): ServiceError => new ServiceError('closed', 'The settings changed: recalculate');
