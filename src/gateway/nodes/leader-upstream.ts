import { cancelledError } from '../../api/service-error';
import type { Upstream, UpstreamQuestion, UpstreamReply } from '../memory/upstream';
import { NodeLostError } from '../node-lost-error';
import type { Election } from './election';
import type { NodeLink } from './node-link';

/** After this long without a leader, a node asks by itself: one request too many is better than a cell without a value. */
const MAX_SEARCH_MS = 4_500;

/** The service, through the leader. */
export class LeaderUpstream implements Upstream {
  constructor(
    private readonly election: Pick<Election, 'leader' | 'renewSoon'>,
    private readonly askService: Upstream['ask'],
    private readonly link: Pick<NodeLink, 'ask'>,
    private readonly now: () => number,
  ) {}

  get isLeading(): boolean {
    return this.election.leader === 'self';
  }

  async ask(question: UpstreamQuestion): Promise<UpstreamReply> {
    const giveUpAt = this.now() + MAX_SEARCH_MS;
    for (;;) {
      if (question.signal?.aborted === true) throw cancelledError();
      const { leader } = this.election;
      if (leader === 'self' || this.now() >= giveUpAt) return this.askService(question);
      if (leader !== undefined) {
        try {
          // What the store cannot carry, this node asks by itself.
          return (await this.link.ask(leader, question)) ?? (await this.askService(question));
        } catch (error) {
          if (!(error instanceof NodeLostError)) throw error;
          // An upload may have arrived, so it is not sent again.
          if (question.body !== undefined) throw error;
        }
      }
      await this.election.renewSoon();
    }
  }
}
