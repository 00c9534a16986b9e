import type { Sending } from '../../api/transport/http';
import type { RefusedReply } from './answer';

/**
 * An answer from upstream, with the time at which it was requested from the service, by this node's clock, in
 * milliseconds.
 */
export interface UpstreamReply extends RefusedReply {
  readonly askedAt: number;
  /** For a list from another node, each requested name's own time. */
  readonly askedAts?: readonly number[] | undefined;
}

/** The source of answers: the service, or the speaker. Rejects with a ServiceError if there is no answer. */
export interface Upstream {
  ask(sending: Sending): Promise<UpstreamReply>;
  /** Whether this node talks to the service itself, whose lists are short and may be filled. */
  readonly isSpeaking: boolean;
}
