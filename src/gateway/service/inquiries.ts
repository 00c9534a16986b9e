import type { Operation } from '../../api/interface/operation';
import { bodyError, ServiceError } from '../../api/service-error';
import { Cancellation } from '../../core/cancellation';
import { inTime, TooLateError } from '../../core/waiting';
import { AbandonedError, NotNowError } from '../errors';
import type { Answered } from '../replies';
import type { Allowances, Questioner } from '../access/allowances';
import { type Health, Outages } from './outages';
import type { Upstream, UpstreamQuestion, UpstreamReply } from './upstream';

export interface InquiriesOptions {
  readonly upstream: Upstream;
  readonly now: () => number;
  readonly allowances?: Allowances | undefined;
  /** Called with the path of a question whose answer does not fit the service's interface. */
  readonly onGarbage?: ((path: string) => void) | undefined;
}

/** Slots become free by themselves when requests take too long, so lanes are looked at again. */
const RECHECK_MS = 500;

/** The person with the fewest requests is next. Lists are packed when they can be sent, so that they are full. */
export class Inquiries {
  readonly #outages: Outages;
  readonly #lanes = new Set<Lane>();
  readonly #people = new Map<string, QueuedPerson>();
  readonly #out = new Map<string, number>();
  /** The count of the person whose turn was last: a new person begins with it. */
  #floor = 0;
  #outCount = 0;
  #recheck: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  constructor(private readonly options: InquiriesOptions) {
    this.#outages = new Outages(options.now, (error, operation) => {
      for (const lane of [...this.#lanes])
        if (operation === undefined || lane.operationId === operation) lane.refuseItems(error);
    });
  }

  /** The reason why a question may not be sent: the service is out of order, or the person has reached a limit. */
  problemOf({ id }: Operation, asking: Asking | undefined): ServiceError | undefined {
    const problem = this.#outages.problemOf(id);
    if (problem !== undefined || asking === undefined || asking.isAdmitted) return problem;
    const { asker } = asking;
    const refused = this.options.allowances?.problemOf(asker, this.#people.get(asker.person)?.waiting ?? 0);
    asking.isAdmitted = refused === undefined;
    return refused;
  }

  healthOf({ id }: Operation): Health {
    return this.#outages.healthOf(id);
  }

  /** Counts requests, and parts of requests that several people share, for a person. */
  spendRequests(asker: Questioner, requests: number): void {
    this.options.allowances?.spendRequests(asker, requests);
  }

  /** @param read decodes the reply, and is kept; throws a ServiceError for unreadable answers and failures */
  async askService<T>(
    { id }: Operation,
    name: string,
    question: UpstreamQuestion,
    read: (reply: UpstreamReply) => T,
  ): Promise<T> {
    const { upstream, onGarbage } = this.options;
    const { path, body, isSuspect } = question;
    const whole = wholeReader(read, body !== undefined);
    const ask = async (isOnce: boolean): Promise<T> => {
      const reply = await upstream.askService({
        ...question,
        isOnce: isOnce || question.isOnce,
        holdsOthersBack: () => [...this.#lanes].some(({ isOpen }) => isOpen),
      });
      try {
        return whole(reply);
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'body') onGarbage?.(path);
        throw error;
      }
    };
    try {
      return await this.#outages.watchQuestion(id, { name, isSuspect, proof: proofOf(upstream, path, whole) }, ask);
    } finally {
      // It may have shown that the service has recovered.
      this.advanceLanes();
    }
  }

  advanceLanes(): void {
    const full = new Set<Lane>();
    for (;;) {
      const slots = this.options.upstream.slots ?? Infinity;
      const free = slots - this.#outCount;
      const lane = free < 1 ? undefined : foremost(this.#lanes, (one) => (full.has(one) ? undefined : one.first));
      if (lane === undefined) break;
      const { operationId: operation } = lane;
      // One operation never uses more than half of the slots.
      const ofOperation = Math.max(1, Math.floor(slots / 2)) - (this.#out.get(operation) ?? 0);
      const room = Math.min(free, ofOperation, this.#outages.roomFor(operation));
      const sent = room < 1 ? [] : lane.send(room);
      if (sent.length === 0) full.add(lane);
      else this.#outages.noteSent(operation);
      for (const request of sent) {
        this.#count(operation, 1);
        void request.finally(() => {
          this.#count(operation, -1);
          this.advanceLanes();
        });
      }
    }
    if (this.#lanes.size > 0 && !this.#recheck)
      this.#recheck = setTimeout(() => {
        this.#recheck = undefined;
        this.advanceLanes();
      }, RECHECK_MS);
  }

  enterLane(lane: Lane, asker: Questioner, cost: number): QueuedPerson {
    this.#lanes.add(lane);
    const known = this.#people.get(asker.person);
    const person = known ?? { asker, served: this.#floor, waiting: 0 };
    if (person.waiting === 0) person.served = Math.max(person.served, this.#floor);
    person.waiting += cost;
    this.#people.set(asker.person, person);
    return person;
  }

  leaveLane(lane: Lane, person: QueuedPerson, cost: number, sent: number): void {
    if (lane.size === 0) this.#lanes.delete(lane);
    person.waiting = Math.max(0, person.waiting - cost);
    if (sent > 0) {
      this.#floor = Math.max(this.#floor, person.served);
      person.served += sent;
      this.spendRequests(person.asker, sent);
    }
    if (this.#lanes.size > 0) return;
    // Nobody waits, so the counts can be reset.
    this.#people.clear();
    this.#floor = 0;
  }

  get nextNumber(): number {
    return this.#number++;
  }

  #count(operation: string, change: number): void {
    this.#outCount += change;
    this.#out.set(operation, (this.#out.get(operation) ?? 0) + change);
  }
}

/** With another status than 200, a part of an answer could pass for all of it. An upload may be answered so. */
const wholeReader =
  <T>(read: (reply: UpstreamReply) => T, isUpload: boolean) =>
  (reply: UpstreamReply): T => {
    if (!isUpload && reply.status > 200 && reply.status < 300) throw bodyError(`status ${reply.status}`);
    return read(reply);
  };

/** The proof is kept for long. Made here, it holds no question in memory, and so no answer. */
const proofOf = (upstream: Upstream, path: string, read: (reply: UpstreamReply) => unknown) => () =>
  upstream.askService({ path, isOnce: true }).then(read);

interface Queued {
  readonly cost: number;
}

export interface Turn<Item> {
  readonly item: Item;
  readonly asker: Questioner;
}

interface QueuedPerson {
  readonly asker: Questioner;
  served: number;
  waiting: number;
}

/** A person's position: fewer requests first, then longer waiting. */
interface QueuePlace {
  readonly served: number;
  readonly number: number;
}

/** The one whose turn it is, among those with a place. */
function foremost<T>(all: Iterable<T>, placeOf: (one: T) => QueuePlace | undefined): T | undefined {
  let best: { readonly one: T; readonly at: QueuePlace } | undefined;
  for (const one of all) {
    const at = placeOf(one);
    if (at === undefined || (best && best.at.served < at.served)) continue;
    if (best === undefined || at.served < best.at.served || at.number < best.at.number) best = { one, at };
  }
  return best?.one;
}

/** Requests of one kind, by person: only the kind knows which may be sent together. */
export abstract class Lane<Item extends Queued = Queued> {
  readonly #waiting = new Map<Item, { readonly number: number; readonly people: QueuedPerson[] }>();
  readonly #byPerson = new Map<QueuedPerson, Set<Item>>();
  #isOpen = false;

  constructor(
    protected readonly inquiries: Inquiries,
    readonly operationId: string,
  ) {}

  /** Takes items out of the lane and sends them, in at most that many requests. None of the promises rejects. */
  abstract send(free: number): readonly Promise<unknown>[];

  protected abstract failItem(item: Item, error: unknown): void;

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether something may leave; it closes when nothing waits. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  protected openLane(): void {
    this.#isOpen = this.size > 0;
    this.inquiries.advanceLanes();
  }

  /** Queues something for a person, even if others already wait for it. */
  protected addItem(item: Item, asker: Questioner): void {
    const waiting = this.#waiting.get(item) ?? { number: this.inquiries.nextNumber, people: [] };
    if (waiting.people.some((one) => one.asker.person === asker.person)) return;
    const person = this.inquiries.enterLane(this, asker, item.cost);
    waiting.people.push(person);
    this.#waiting.set(item, waiting);
    const items = this.#byPerson.get(person);
    if (items) items.add(item);
    else this.#byPerson.set(person, new Set([item]));
  }

  protected hasItem(item: Item): boolean {
    return this.#waiting.has(item);
  }

  protected dropItem(item: Item): void {
    this.#remove(item, undefined, 0);
  }

  protected takeTurns(together: readonly Turn<Item>[]): void {
    for (const { item, asker } of together) this.#remove(item, asker, 1 / together.length);
  }

  refuseItems(error: unknown): void {
    const items = [...this.#waiting.keys()];
    for (const item of items) this.dropItem(item);
    for (const item of items) this.failItem(item, error);
  }

  /** The waiting items in the order of turns, up to a maximum. */
  protected inTurn(max: number): readonly Turn<Item>[] {
    const turns: Turn<Item>[] = [];
    const heads = [...this.#byPerson].map(([{ asker, served }, items]) => {
      const rest = items.values();
      return { asker, served, rest, next: rest.next() };
    });
    const seen = new Set<Item>();
    while (turns.length < max) {
      const head = foremost(heads, ({ served, next }) => this.#placeOf(served, next.value));
      const item = head?.next.value;
      if (head === undefined || item === undefined) break;
      head.next = head.rest.next();
      if (seen.has(item)) continue;
      seen.add(item);
      head.served += item.cost;
      turns.push({ item, asker: head.asker });
    }
    return turns;
  }

  get first(): QueuePlace | undefined {
    if (!this.#isOpen) return undefined;
    const places = [...this.#byPerson].map(([{ served }, [item]]) => this.#placeOf(served, item));
    return foremost(places, (place) => place);
  }

  #placeOf(served: number, item: Item | undefined): QueuePlace | undefined {
    return item && { served, number: this.#waiting.get(item)!.number };
  }

  #remove(item: Item, asker: Questioner | undefined, sent: number): void {
    const waiting = this.#waiting.get(item);
    if (!waiting) return;
    this.#waiting.delete(item);
    if (this.size === 0) this.#isOpen = false;
    for (const person of waiting.people) {
      const items = this.#byPerson.get(person);
      items?.delete(item);
      if (items?.size === 0) this.#byPerson.delete(person);
      const requests = person.asker.person === asker?.person ? sent : 0;
      this.inquiries.leaveLane(this, person, item.cost, requests);
    }
  }
}

/** Excel waits for 45 s, a proxy for 35, the gateway for the service for 20: so the nearest one can say why. */
const ANSWER_MS = 30_000;
const LATER_MS = 5_000;

export class Asking {
  #cancellation: Cancellation | undefined;
  /** Whether the person may cause requests to the service for this question; decided once. */
  isAdmitted = false;
  /** How many symbols of the person's allowance it has taken. */
  symbolCount = 0;
  /** The answer when the time is over: quotes that are too old, since new ones took too long. */
  bestSoFar: (() => Answered) | undefined;

  /** @param disconnected aborts when the client is gone; read only if the answer is not there at once */
  constructor(
    readonly asker: Questioner,
    private readonly disconnected?: () => AbortSignal,
  ) {}

  /** Most questions are answered from memory and need none. */
  get cancellation(): Cancellation {
    return (this.#cancellation ??= new Cancellation());
  }

  /** The best available answer when the time is over. Rejects if there is none, or if the client is gone. */
  async waitFor<T>(answer: Promise<T>): Promise<T | Answered> {
    const gone = this.disconnected?.();
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(new AbandonedError());
      gone?.addEventListener('abort', leave);
      if (gone?.aborted === true) leave();
    });
    try {
      const value = await inTime(() => Promise.race([answer, left]), ANSWER_MS);
      this.cancellation.forget();
      return value;
    } catch (error) {
      const best = error instanceof TooLateError ? this.bestSoFar?.() : undefined;
      // Nobody waits for the missing answers any more.
      this.cancellation.cancel();
      if (best !== undefined) return best;
      if (!(error instanceof TooLateError)) throw error;
      throw new NotNowError(503, `${LATE}; try again in ${LATER_MS / 1000} s`, LATER_MS);
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }
}

const LATE = `The service has not answered within ${ANSWER_MS / 1000} s: it is slow, or takes no more requests now (429)`;
