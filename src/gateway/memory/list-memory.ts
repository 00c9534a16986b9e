import { groupBy } from '../../core/group-by';
import { packNames } from '../../core/packing';
import { PendingAnswer, SharedAnswers } from '../../api/lookup/shared-answers';
import { cancelledError } from '../../api/service-error';
import { isKept, isMissing, type Item, notBeforeOf, REFUSED_MS, type AgeLimits } from './answer';
import type { Asking, Questioner } from './asking';
import { NotNowError } from '../not-now-error';
import type { ListMemoryOptions } from './list-memory-options';
import { ListSender } from './list-sender';
import { RecentFailures } from './recent-failures';
import { RefusedError } from './refused-error';
import { Shelf, type Shelved } from './shelf';
import type { Lane, PersonsTurn } from './turns';

/** Whoever asks by itself: the gateway. */
const NOBODY: Questioner = { person: '' };
/** So many that wait are looked at to fill a list: enough to find names of every length. */
const LOOK_AHEAD = 64;

/** A name whose answer is awaited, from the question until the answer. */
class PendingName extends PendingAnswer<Shelved<Item>> {
  /** Whether somebody waits for a name that fills a list. */
  isWanted = false;

  constructor(
    readonly name: string,
    readonly asker: Questioner,
    askedAt: number,
    public maxAgeMs: number | undefined,
    readonly wantedAt: number,
    /** Its share of a list. */
    readonly cost: number,
    onAbandoned: () => void,
  ) {
    super(name, askedAt, onAbandoned);
  }
}

/**
 * The quotes of one area with one precision, symbol by symbol, or one kind of calendar for the same days, market by
 * market. Fresh answers come from memory; pending ones are shared; the others are packed into as few lists as possible,
 * whose unused room is filled with the oldest recently wanted names.
 */
export class ListMemory {
  readonly #shelf = new Shelf<Item>();
  readonly #answers: SharedAnswers<Shelved<Item>, PendingName>;
  readonly #failures: RecentFailures;
  readonly #sender: ListSender;
  readonly #lane: Lane<PendingName>;
  #isGathering = false;

  constructor(private readonly options: ListMemoryOptions) {
    this.#answers = new SharedAnswers(
      options.now,
      (kept) => this.freshUntil(kept),
      ({ value }) => isMissing(value),
    );
    this.#sender = new ListSender(options, {
      shelf: this.#shelf,
      fillers: (names) => this.#fillers(names),
      minMaxAgeMs: (names) => this.#minMaxAgeMs(names),
      fill: (added) => this.#fill(added),
      isWanted: (name) => this.#answers.pending(name)?.isWanted === true,
    });
    this.#failures = new RecentFailures(options.now);
    this.#lane = options.inquiries.lane(options.operation, {
      send: (free) => this.#listsToSend(free).map((turns) => this.#send(turns)),
      onRefused: (items, error) => {
        for (const pending of items)
          this.#end(pending, () => {
            pending.reject(error);
          });
      },
    });
  }

  /**
   * The item at once if it is fresh enough, otherwise a promise of it. Rejects with a ServiceError.
   *
   * @param asking undefined if somebody waits who never leaves
   */
  read(name: string, ageLimits: AgeLimits, asking?: Asking): Shelved<Item> | Promise<Shelved<Item>> {
    const now = this.options.now();
    this.options.onWanted?.(name);
    // Whatever is asked shows that more may come, even what is answered from memory.
    this.options.window.arrive();
    const kept = this.#shelf.get(name);
    const notBefore = notBeforeOf(ageLimits, now);
    if (kept !== undefined) this.#shelf.want(kept, now);
    return this.#answers.read<Shelved<Item> | Promise<Shelved<Item>>>(name, kept, notBefore, {
      fresh: (item) => item,
      pending: (underWay) => {
        if (this.#lane.has(underWay)) underWay.maxAgeMs = least(underWay.maxAgeMs, ageLimits.maxAgeMs);
        const { maxAgeMs = Infinity } = underWay;
        const item = this.#join(underWay, name, ageLimits, asking);
        if (notBefore === undefined || maxAgeMs <= ageLimits.maxAgeMs!) return item;
        // A service with a memory of its own may answer whoever accepts more with something older.
        return item.then((one) =>
          one.askedAt >= notBefore || isMissing(one.value) ? one : this.read(name, ageLimits, asking),
        );
      },
      none: () => {
        const failure = this.#failures.of(name);
        return failure === undefined ? this.#want(name, now, ageLimits.maxAgeMs, asking) : Promise.reject(failure);
      },
    });
  }

  /** The last known item, if it was fresh at most this long ago. */
  stale(name: string, maxStaleMs: number): Shelved<Item> | undefined {
    const kept = this.#shelf.get(name);
    return kept !== undefined && !isMissing(kept.value) && this.options.now() <= this.freshUntil(kept) + maxStaleMs
      ? kept
      : undefined;
  }

  /** Until when an item is fresh, by this node's clock, in ms. */
  freshUntil({ askedAt, value }: Shelved<Item>): number {
    return askedAt + (isMissing(value) ? REFUSED_MS : this.options.freshMs());
  }

  /** Whether an item may be in an answer to a question of that time. */
  isFresh(item: Shelved<Item>, questionAt: number): boolean {
    return item.askedAt >= questionAt || this.options.now() < this.freshUntil(item);
  }

  /** Items in the service's order, if that matters. */
  inOrder(items: readonly Shelved<Item>[]): readonly Shelved<Item>[] {
    return this.#sender.inOrder(items);
  }

  /** Learns what another node has received from the service. */
  learn(name: string, json: string, askedAt: number): void {
    this.#shelf.put(name, { json }, askedAt);
  }

  /** Notes that somebody wants the name at another node. */
  note(name: string): void {
    const kept = this.#shelf.get(name);
    if (kept) this.#shelf.want(kept, this.options.now());
  }

  /** Requests frequently read names before they are no longer fresh. */
  askAhead(share: number): void {
    if (!this.options.asksAhead) return;
    const now = this.options.now();
    for (const name of [...this.#shelf.due(now, this.options.freshMs(), share)]) {
      if (this.#answers.pending(name) === undefined && this.#failures.of(name) === undefined)
        this.#want(name, now, 0, undefined, -Infinity).catch(() => undefined);
    }
  }

  freshMs(): number {
    return this.options.freshMs();
  }

  /** Names that may fill lists after a restart, the last wanted first. */
  get names(): readonly string[] {
    return this.options.fills ? this.#shelf.names.filter((name) => !this.#isUnknown(name)) : [];
  }

  /** Remembers names that were wanted before a restart, the last wanted first. */
  remember(names: readonly string[]): void {
    for (const name of names.toReversed()) this.#shelf.rest(name);
  }

  get size(): number {
    return this.#shelf.size;
  }

  /** Waits for what is on its way already. */
  #join(underWay: PendingName, name: string, ageLimits: AgeLimits, asking: Asking | undefined): Promise<Shelved<Item>> {
    underWay.isWanted = true;
    underWay.join(asking?.cancellation);
    if (this.#lane.has(underWay)) this.#lane.add(underWay, asking?.asker ?? NOBODY);
    if (asking === undefined || this.options.inquiries.isLeading) return underWay.promise;
    // The leader may have refused it to the person who asked first.
    return underWay.promise.catch((error: unknown) => {
      if (!(error instanceof NotNowError) || underWay.asker.person === asking.asker.person) throw error;
      return this.#want(name, this.options.now(), ageLimits.maxAgeMs, asking);
    });
  }

  #want(
    name: string,
    now: number,
    maxAgeMs: number | undefined,
    asking: Asking | undefined,
    wantedAt = now,
  ): Promise<Shelved<Item>> {
    const { inquiries, operation, listLength, window } = this.options;
    const problem = inquiries.problemOf(operation, asking);
    if (problem !== undefined) return Promise.reject(problem);
    const asker = asking?.asker ?? NOBODY;
    const cost = (name.length + 1) / (listLength.service + 1);
    const pending = new PendingName(name, asker, Infinity, maxAgeMs, wantedAt, cost, () => {
      this.#onAbandoned(pending);
    });
    pending.join(asking?.cancellation);
    this.#answers.begin(pending);
    this.#lane.add(pending, asker);
    if (!this.#lane.isOpen && !this.#isGathering) {
      this.#isGathering = true;
      window.schedule(() => {
        this.#isGathering = false;
        this.#lane.open();
      });
    }
    return pending.promise;
  }

  #onAbandoned(pending: PendingName): void {
    if (this.#lane.has(pending)) {
      this.#lane.drop(pending);
      this.#end(pending, () => {
        pending.reject(cancelledError());
      });
    } else this.#sender.noteAbandoned(pending.name);
  }

  #end(pending: PendingName, settle: () => void): void {
    this.#answers.end(pending);
    settle();
  }

  /** The lists that leave now: at most so many, or one for each person if the leader makes lists of them. */
  #listsToSend(free: number): readonly (readonly PersonsTurn<PendingName>[])[] {
    const { inquiries, listLength } = this.options;
    const isAlone = ({ item }: PersonsTurn<PendingName>): boolean => this.#sender.isSentAlone(item.name);
    const first = this.#lane.inTurn(free * 25 + LOOK_AHEAD);
    const alone = first.filter(isAlone).map((turn) => [turn]);
    const together = first.filter((turn) => !isAlone(turn));
    if (!inquiries.isLeading) {
      const byPerson = groupBy(together, ({ asker }) => asker.person);
      return [...alone, ...byPerson.flatMap((turns) => packTurns(turns, listLength.node))];
    }
    const all = [...packTurns(together, listLength.service), ...alone];
    if (first.length === this.#lane.size && all.length <= free) return all;
    // Not everything can leave, so those whose turn it is do, with others that fit beside them.
    const [next] = first;
    if (next === undefined) return [];
    return [isAlone(next) ? [next] : fullList(together, listLength.service)];
  }

  /** Sends one list. Never rejects. */
  async #send(turns: readonly PersonsTurn<PendingName>[]): Promise<void> {
    this.#lane.take(turns);
    const pending = turns.map(({ item }) => item);
    const sentAt = this.options.now();
    for (const one of pending) one.askedAt = sentAt;
    const isAbandoned = (): boolean => pending.every((one) => one.isAbandoned);
    const items = this.#sender.ask(
      pending.map(({ name }) => name),
      turns[0]!.asker,
      isAbandoned,
    );
    await Promise.all(
      items.map(async (item, index) => {
        const one = pending[index]!;
        try {
          const shelved = await item;
          shelved.wantedAt = Math.max(shelved.wantedAt, one.wantedAt);
          this.#failures.forget(one.name);
          this.#end(one, () => {
            one.resolve(shelved);
          });
        } catch (error) {
          this.#failures.note(one.name, error);
          this.#end(one, () => {
            one.reject(error);
          });
        }
      }),
    );
  }

  #minMaxAgeMs(names: readonly string[]): number | undefined {
    const ages = names.flatMap((name) => this.#answers.pending(name)?.maxAgeMs ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  *#fillers(names: readonly string[]): Generator<string, void> {
    const [now, freshMs] = [this.options.now(), this.options.freshMs()];
    const isFree = (name: string): boolean => this.#answers.pending(name) === undefined && !this.#isUnknown(name);
    yield* this.#shelf.fillers(now, freshMs).filter(isFree);
    // Whoever asks for what nobody has wanted lately opens a workbook. Others follow, and ask for what was wanted
    // earlier.
    const isOpening = names.some((name) => (this.#shelf.get(name)?.askedAt ?? -Infinity) < now - 2 * freshMs);
    if (isOpening) yield* this.#shelf.resting.filter(isFree);
  }

  #isUnknown(name: string): boolean {
    const kept = this.#shelf.get(name);
    return kept !== undefined && isMissing(kept.value);
  }

  /** Lets whoever wants a name that fills a list wait for that list. Returns what to call when it is over. */
  #fill(added: readonly string[]): (error?: unknown) => void {
    const askedAt = this.options.now();
    const filling = added.map((name) => {
      const pending = new PendingName(name, NOBODY, askedAt, undefined, -Infinity, 0, () => undefined);
      this.#answers.begin(pending);
      return { pending, before: this.#shelf.get(name) };
    });
    return (error) => {
      const isRefused = error instanceof RefusedError && isKept(error.refusal.status);
      for (const { pending, before } of filling)
        this.#end(pending, () => {
          const kept = this.#shelf.get(pending.name);
          if (error !== undefined && !isRefused) pending.reject(error);
          else if (kept !== undefined && kept !== before) pending.resolve(kept);
          // The service refused the list or lost the name, for which somebody waits.
          else if (pending.isWanted)
            pending.resolve(this.#want(pending.name, this.options.now(), undefined, undefined));
        });
    };
  }
}

/** As few lists as possible. */
function packTurns(
  turns: readonly PersonsTurn<PendingName>[],
  maxLength: number,
): (readonly PersonsTurn<PendingName>[])[] {
  const turnOf = new Map(turns.map((turn) => [turn.item.name, turn]));
  return packNames([...turnOf.keys()], maxLength).map((names) => names.map((name) => turnOf.get(name)!));
}

/** One list: the first, with what fits beside it. */
function fullList(turns: readonly PersonsTurn<PendingName>[], maxLength: number): readonly PersonsTurn<PendingName>[] {
  let room = maxLength + 1;
  return turns.filter(({ item: { name } }) => {
    if (name.length + 1 > room) return false;
    room -= name.length + 1;
    return true;
  });
}

/** The stricter of two limits; undefined is none. */
const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
