import type { Asker } from '../spending';

/** How a request is sent, whatever it asks for. */
export interface SendOptions {
  /** @default 'foreground' */
  readonly priority?: Priority;
  /** The maximum age of an answer from a gateway's cache, in milliseconds. @default left to the gateway */
  readonly maxAgeMs?: number | undefined;
  /** The calls that wait for the answer: one of them is charged for it. @default none, and nobody is charged */
  readonly askers?: readonly Asker[] | undefined;
  /** Whether it is repeated only if the service says when: others just failed, or its parts follow. @default false */
  readonly isOnce?: boolean | undefined;
  /** Sends it after a pause, like a retry after this many failures. @default at once */
  readonly afterFailures?: number | undefined;
  /** Whether its failure says nothing about the service: it may be due to what is asked for. @default false */
  readonly isUncounted?: boolean | undefined;
}

/** A request: a path with its query and, for an upload, its JSON. */
export interface Sending extends SendOptions {
  readonly path: string;
  readonly body?: string | undefined;
  /** Groups requests with comparable latencies. @default the path */
  readonly kind?: string;
  /** Whether it is one of several pages of an answer. @default false */
  readonly isPaged?: boolean;
  /** Whether it costs the user nothing, so that it is not counted. @default false */
  readonly isFree?: boolean;
  /** Whether nobody waits for it any more, so that it need not be sent. @default somebody waits */
  readonly isAbandoned?: () => boolean;
  /** Whether its sender holds others back now, because no more may be out. @default never */
  readonly holdsOthersBack?: () => boolean;
}

/** A request on its way through the policies. */
export interface Outgoing extends Sending {
  readonly signal: AbortSignal;
  readonly priority: Priority;
  readonly kind: string;
}

/**
 * In their order. Follow-up: a user waits at an empty cell whose first request was answered, but not in full.
 * Foreground: a user waits at an empty cell. Background: a stream polls.
 */
export const PRIORITIES = ['follow-up', 'foreground', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A reply of any status, with its body read completely. */
export interface Reply {
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** How long the service asks to wait, in milliseconds. @default not said */
  readonly retryAfterMs?: number | undefined;
}

/** Whether a reply asks for a pause instead of answering. */
export const isPause = ({ status, retryAfterMs }: Pick<Reply, 'status' | 'retryAfterMs'>): boolean =>
  status === 429 || (status === 503 && retryAfterMs !== undefined);

const TEMPORARY_STATUSES: readonly (number | undefined)[] = [408, 500, 502, 503, 504];

/** Whether a status means that the service failed, perhaps temporarily. */
export const isTemporary = (status: number | undefined): boolean => TEMPORARY_STATUSES.includes(status);

/** Sends a request on to the next policy. The last one sends it to the service. */
export type Next = (request: Outgoing) => Promise<Reply>;

/** A rule for sending requests: it may delay a request, send it several times, or only observe its outcome. */
export interface Policy {
  sendRequest(request: Outgoing, next: Next): Promise<Reply>;
  /** Called when nothing gets through: rejects the requests that wait here, since they would fail as well. */
  dropWaiting?(error: Error): void;
  /** Whether a request waits here for an unknown time. */
  readonly isHoldingUp?: boolean;
}
