import type { Sending } from '../../api/transport/http';
import type { RefusedReply } from './answer';
import type { Questioner } from './asking';

/**
 * An answer from upstream, with the time at which it was requested from the service, by this node's clock, in
 * milliseconds.
 */
export interface UpstreamReply extends RefusedReply {
  readonly askedAt: number;
  /** For a list from another node, each requested name's own time. */
  readonly askedAts?: readonly number[] | undefined;
}

/** A question that somebody waits for. */
export interface UpstreamQuestion extends Sending {
  /** For whom it is asked, so that the leader lets people take turns. @default nobody who is known */
  readonly asker?: Questioner | undefined;
  /** Aborts when nobody waits for the answer any more. What the service was already sent is answered all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** The source of answers: the service, or the leader. Rejects with a ServiceError if there is no answer. */
export interface Upstream {
  ask(question: UpstreamQuestion): Promise<UpstreamReply>;
  /** Whether this node talks to the service itself, whose lists are short and may be filled. */
  readonly isLeading: boolean;
  /** How many requests may be out at a time. @default any number */
  readonly slots?: number;
}
