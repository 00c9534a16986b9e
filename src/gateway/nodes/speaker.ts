import { cancelledError } from '../../api/service-error';
import { NodeLostError } from '../node-lost-error';
import type { Upstream, UpstreamQuestion, UpstreamReply } from '../memory/upstream';

/** The speaker's address, and the certificate by which other nodes recognize it. */
export interface NodeAddress {
  readonly id: string;
  readonly url: string;
  readonly certificate?: string | undefined;
  /** Tells computers apart: an address of this computer alone leads to another node elsewhere. */
  readonly computer?: string | undefined;
}

/** The speaker, as far as this node knows. */
export type Seat = 'self' | NodeAddress | undefined;

/** Finds the speaker. */
export interface SpeakerElection {
  readonly seat: Seat;
  /** Reports that the node does not answer; it is not asked until another node holds the seat. */
  suspect(node: NodeAddress): void;
  /** Resolves after a moment, when the seat has been checked again. */
  renewSoon(): Promise<void>;
}

/**
 * Sends a question to another node. Throws a NodeLostError if that node is gone, frozen, or no longer the speaker, or
 * if the signal aborts.
 */
export type AskNode = (node: NodeAddress, sending: UpstreamQuestion, signal: AbortSignal) => Promise<UpstreamReply>;

/**
 * After this long without a speaker, a node becomes its own: one request too many is better than a cell without a
 * value.
 */
const MAX_SEARCH_MS = 4_500;
/** How often a node that waits for the speaker's answer checks who the speaker is. */
const CHECK_MS = 1_000;

/** The service, through the speaker. */
export class SpokenUpstream implements Upstream {
  constructor(
    private readonly election: SpeakerElection,
    private readonly askService: (sending: UpstreamQuestion) => Promise<UpstreamReply>,
    private readonly askNode: AskNode,
    private readonly now: () => number,
    private readonly checkMs = CHECK_MS,
  ) {}

  get isSpeaking(): boolean {
    return this.election.seat === 'self';
  }

  async ask(sending: UpstreamQuestion): Promise<UpstreamReply> {
    const giveUpAt = this.now() + MAX_SEARCH_MS;
    for (;;) {
      if (sending.signal?.aborted === true) throw cancelledError();
      const { seat } = this.election;
      if (seat === 'self' || this.now() >= giveUpAt) return this.askService(sending);
      if (seat !== undefined) {
        try {
          return await this.#askSpeaker(seat, sending);
        } catch (error) {
          if (!(error instanceof NodeLostError)) throw error;
          // An upload may have arrived, so it is not sent again.
          if (sending.body !== undefined) throw error;
        }
      }
      await this.election.renewSoon();
    }
  }

  /**
   * Waits for the speaker's answer for as long as it is the speaker. Afterwards it may itself wait for an answer of
   * this node, and both would wait for ever.
   */
  async #askSpeaker(speaker: NodeAddress, sending: UpstreamQuestion): Promise<UpstreamReply> {
    const replaced = new AbortController();
    const check = setInterval(() => {
      const { seat } = this.election;
      const isOther = seat === 'self' || (seat !== undefined && seat.id !== speaker.id);
      if (isOther && sending.body === undefined) replaced.abort();
    }, this.checkMs);
    const stop = sending.signal ? AbortSignal.any([replaced.signal, sending.signal]) : replaced.signal;
    try {
      return await this.askNode(speaker, sending, stop);
    } catch (error) {
      if (error instanceof NodeLostError && !stop.aborted) this.election.suspect(speaker);
      throw error;
    } finally {
      clearInterval(check);
    }
  }
}
