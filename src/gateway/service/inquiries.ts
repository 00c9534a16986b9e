import type { Operation } from '../../api/interface/operation';
import type { ServiceError } from '../../api/service-error';
import type { Questioner, Asking } from './asking';
import type { NotNowError } from '../errors';
import { Outages } from './outages';
import { Lane, type LaneRules, type Queued, FairQueue } from './fair-queue';
import type { Upstream, UpstreamQuestion, UpstreamReply } from './upstream';

/** How much people may ask of the service. */
export interface RequestAllowances {
  /**
   * Why a person may cause no more requests now.
   *
   * @param waiting requests that already wait for this person
   */
  problemOf(asker: Questioner, waiting: number): NotNowError | undefined;
  /** Counts what was sent for a person. */
  spend(asker: Questioner, requests: number): void;
}

interface InquiriesOptions {
  readonly upstream: Upstream;
  readonly now: () => number;
  /** @default everybody may ask for anything */
  readonly allowances?: RequestAllowances | undefined;
}

/**
 * The way of all questions to the service: in turns, as many at a time as it takes, and not while it is out of order.
 * Only the leader holds them back; the other nodes leave that to it.
 */
export class Inquiries {
  readonly #queue: FairQueue;
  readonly #outages: Outages;

  constructor(private readonly options: InquiriesOptions) {
    const { upstream, now, allowances } = options;
    this.#queue = new FairQueue({
      slots: () => (upstream.isLeading ? (upstream.slots ?? Infinity) : Infinity),
      onSent: (asker, requests) => {
        if (upstream.isLeading) allowances?.spend(asker, requests);
      },
    });
    this.#outages = new Outages(now, (error, operation) => {
      this.#queue.refuse(error, operation);
    });
  }

  get isLeading(): boolean {
    return this.options.upstream.isLeading;
  }

  /** The requests of one operation that can be joined. */
  lane<Item extends Queued>({ id }: Operation, rules: Pick<LaneRules<Item>, 'send' | 'onRefused'>): Lane<Item> {
    const room = (): number => (this.isLeading ? this.#outages.roomFor(id) : Infinity);
    return new Lane(this.#queue, { operation: id, room, ...rules });
  }

  /** Why a question may not be asked: the service is out of order, or the person may cause no more requests now. */
  problemOf({ id }: Operation, asking: Asking | undefined): ServiceError | undefined {
    if (!this.isLeading) return undefined;
    const problem = this.#outages.problemOf(id);
    if (problem !== undefined || asking === undefined || asking.isAdmitted) return problem;
    const refused = this.options.allowances?.problemOf(asking.asker, this.#queue.waitingOf(asking.asker));
    asking.isAdmitted = refused === undefined;
    return refused;
  }

  /**
   * Asks at once.
   *
   * @param name tells questions of an operation apart
   * @param read what is wanted of the reply; throws a ServiceError for garbage and for statuses of failures
   */
  async ask<T>(
    { id }: Operation,
    name: string,
    question: UpstreamQuestion,
    read: (reply: UpstreamReply) => T,
  ): Promise<T> {
    const ask = async (isOnce: boolean): Promise<T> => read(await this.options.upstream.ask({ ...question, isOnce }));
    if (!this.isLeading) return ask(false);
    try {
      return await this.#outages.watch(id, name, ask);
    } finally {
      // It may have shown that the service is well again.
      this.#queue.advance();
    }
  }
}
