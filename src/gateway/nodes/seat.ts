import type { Sending } from '../../api/transport/http';
import type { Upstream, UpstreamReply } from '../memory/upstream';

/** The address of the node that speaks to the service, and the certificate by which the others know it. */
export interface NodeAddress {
  readonly id: string;
  readonly url: string;
  readonly certificate?: string | undefined;
}

/** Who speaks to the service, as far as this node knows. */
export type Seat = 'self' | NodeAddress | undefined;

/** Finds out who speaks. */
export interface SpeakerElection {
  readonly seat: Seat;
  /** That node does not answer; until another holds the seat it is not asked. */
  suspect(node: NodeAddress): void;
  /** Resolves after a moment, in which the seat has been looked at once more. */
  lookAgain(): Promise<void>;
}

/** Hands a question to another node. Throws a NodeLostError when that node is gone, frozen, or no longer speaks. */
export type AskNode = (node: NodeAddress, sending: Sending) => Promise<UpstreamReply>;

export class NodeLostError extends Error {
  override readonly name = 'NodeLostError';
}

/** After this long without a speaker a node speaks for itself: one request too many is better than a cell without a value. */
const LONGEST_SEARCH_MS = 4_500;

/** The service, through the one node that speaks to it. */
export class SpokenUpstream implements Upstream {
  constructor(
    private readonly election: SpeakerElection,
    private readonly askService: (sending: Sending) => Promise<UpstreamReply>,
    private readonly askNode: AskNode,
    private readonly now: () => number,
  ) {}

  get isSpeaking(): boolean {
    return this.election.seat === 'self';
  }

  async ask(sending: Sending): Promise<UpstreamReply> {
    const giveUpAt = this.now() + LONGEST_SEARCH_MS;
    for (;;) {
      const { seat } = this.election;
      if (seat === 'self' || this.now() >= giveUpAt) return this.askService(sending);
      if (seat !== undefined) {
        try {
          return await this.askNode(seat, sending);
        } catch (error) {
          if (!(error instanceof NodeLostError)) throw error;
          this.election.suspect(seat);
          // What was sent may have arrived: it is not sent a second time.
          if (sending.body !== undefined) throw error;
        }
      }
      await this.election.lookAgain();
    }
  }
}
