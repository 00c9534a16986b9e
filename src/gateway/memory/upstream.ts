import type { Sending } from '../../api/transport/http';
import type { Refusal } from './answer';

/** An answer from further up, and when what it says was asked of the service: on this node's clock, in milliseconds. */
export interface UpstreamReply extends Refusal {
  readonly askedAt: number;
  /** For a list from another node, of each record its own time. */
  readonly askedAts?: readonly number[] | undefined;
}

/** Where answers come from: the service, or the node that speaks to it. Rejects with a ServiceError where nothing came. */
export interface Upstream {
  ask(sending: Sending): Promise<UpstreamReply>;
  /** Whether this node speaks to the service itself, whose lists are short and may be filled. */
  readonly isSpeaking: boolean;
}
