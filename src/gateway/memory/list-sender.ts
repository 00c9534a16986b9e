import { askInBatches } from '../../api/lookup/lists';
import { groupBy } from '../../core/group-by';
import { PendingQuestion } from '../../api/lookup/batch';
import { fillList } from './fill-list';
import type { Shelf, Shelved } from './shelf';
import { ServiceError } from '../../api/service-error';
import { Cancellation } from '../../core/cancellation';
import type { Row } from '../../core/columns';
import { isKept, isMissing, type Item } from './answer';
import { AnswerOrder } from './answer-order';
import type { Questioner } from './asking';
import type { ListMemoryOptions } from './list-memory-options';
import { RefusedError } from './refused-error';
import type { UpstreamQuestion, UpstreamReply } from './upstream';
import { requestPath, decode } from '../../api/transport/wire';

/** What the sender of lists must know of the memory that it fills. */
interface ListOwner {
  readonly shelf: Shelf<Item>;
  /** Names for the unused room of a list of these names, the most urgent first. */
  fillers(names: readonly string[]): Iterable<string>;
  /** The strictest limit on the age of one of these names; undefined if nobody set one. */
  minMaxAgeMs(names: readonly string[]): number | undefined;
  /** Lets requests for names that fill a list wait for that list. Returns what to call when it is over. */
  fill(added: readonly string[]): (error?: unknown) => void;
  /** Whether somebody waits for a name that fills a list. */
  isWanted(name: string): boolean;
}

/** A list that was sent, for as long as it is not answered. */
interface SentList {
  readonly asker: Questioner;
  readonly isAbandoned: () => boolean;
  readonly abandoning: AbortController;
}

/** A symbol with a quote this recent is known to the service. */
const KNOWN_MS = 600_000;

/** Sends lists of names, fills their unused room, divides what is refused, and keeps every record. */
export class ListSender {
  /** Names that were refused. They are sent alone, so that no list has to be divided for them again. */
  readonly #suspects = new Set<string>();
  /** Names that filled a list in vain or spoiled it. They fill none until they have an answer of their own. */
  readonly #spoilers = new Set<string>();
  readonly #sent = new Map<string, SentList>();
  readonly #order = new AnswerOrder();
  readonly #ownerOf: (row: Row) => string;

  constructor(
    private readonly options: ListMemoryOptions,
    private readonly owner: ListOwner,
  ) {
    const field = options.operation.batchBy === 'mic' ? 'mic' : 'symbol';
    this.#ownerOf = (row) => (typeof row[field] === 'string' ? row[field].toUpperCase() : '');
  }

  /** Items in the service's order, if that matters: quotes come in the requested order. */
  inOrder(items: readonly Shelved<Item>[]): readonly Shelved<Item>[] {
    return this.options.operation.batchBy === 'mic' ? this.#order.sort(items) : items;
  }

  /** Whether a name is sent in a list of its own, so that it spoils no other. */
  isSentAlone(name: string): boolean {
    return this.#suspects.has(name);
  }

  /**
   * Sends the names in one list, and in parts of it if it is refused. One answer for each name.
   *
   * @param asker for whom
   * @param isAbandoned whether nobody waits for any of them any more
   */
  ask(names: readonly string[], asker: Questioner, isAbandoned: () => boolean): Promise<Shelved<Item>>[] {
    const abandoning = new AbortController();
    const sending: SentList = { asker, isAbandoned, abandoning };
    for (const name of names) this.#sent.set(name, sending);
    const { listLength, inquiries, operation } = this.options;
    const pending = names.map((name) => new PendingQuestion(name, new Cancellation()));
    const rows = askInBatches(pending, {
      nameOf: (name) => name,
      parameter: operation.batchBy,
      maxLength: inquiries.isLeading ? listLength.service : listLength.node,
      send: (list, _, { priority }) => this.#send(list, priority === 'foreground', sending),
      ownerOf: this.#ownerOf,
    });
    return names.map((name, index) =>
      this.#settle(name, rows[index]!).finally(() => {
        if (this.#sent.get(name) === sending) this.#sent.delete(name);
      }),
    );
  }

  /** Nobody waits for a name any more that has been sent. */
  noteAbandoned(name: string): void {
    const sent = this.#sent.get(name);
    // What the service was sent is answered all the same, and somebody may want it then.
    if (sent?.isAbandoned() === true && !this.options.inquiries.isLeading) sent.abandoning.abort();
  }

  async #settle(name: string, rows: Promise<readonly Row[]>): Promise<Shelved<Item>> {
    const { shelf } = this.owner;
    const startedAt = this.options.now();
    try {
      const [row] = await rows;
      const kept = shelf.get(name)!;
      if (row === undefined && !isMissing(kept.value) && kept.askedAt < startedAt) throw lostError(name);
    } catch (error) {
      if (!(error instanceof RefusedError) || !isKept(error.refusal.status)) throw error;
      this.#suspects.add(name);
      shelf.put(name, { refusal: error.refusal }, error.askedAt);
    }
    return shelf.get(name)!;
  }

  /**
   * Sends one list, with whatever fits into its unused room, and keeps every record in the answer.
   *
   * @param mayFill false for a part of a refused list, so that a name that filled it cannot spoil the part too
   */
  async #send(names: readonly string[], mayFill: boolean, sending: SentList): Promise<readonly Row[]> {
    const { operation, values, inquiries, fills, onList, listLength } = this.options;
    const isFilled = fills && mayFill && inquiries.isLeading && !names.some((name) => this.#suspects.has(name));
    const added = isFilled ? fillList(names, listLength.service, this.#fillers(names)) : [];
    onList?.(names.length, added.length);
    const symbols = [...names, ...added];
    const path = requestPath(operation, { ...values, [operation.batchBy!]: symbols }, {}, Infinity);
    const maxAgeMs = this.owner.minMaxAgeMs(names);
    const question: UpstreamQuestion = {
      path,
      maxAgeMs,
      asker: sending.asker,
      signal: sending.abandoning.signal,
      isAbandoned: () => sending.isAbandoned() && !added.some((name) => this.owner.isWanted(name)),
    };
    const end = this.owner.fill(added);
    try {
      const answer = await inquiries.ask(operation, names.join(), question, (reply) => {
        if (reply.status !== 200) throw new RefusedError(reply, reply.askedAt);
        return { ...reply, rows: decode(operation, reply.body).rows };
      });
      this.#keep(answer, symbols, added);
      end();
      return answer.rows;
    } catch (error) {
      const isOfAdded = error instanceof RefusedError && added.length > 0 && isKept(error.refusal.status);
      if (isOfAdded) for (const name of added) this.#spoilers.add(name);
      end(error);
      // Any name may be at fault. Several are divided further; one is sent again alone.
      if (isOfAdded && names.length === 1) return this.#send(names, false, sending);
      throw error;
    }
  }

  /** Keeps every record of an answer. */
  #keep(
    { rows, askedAt, askedAts }: UpstreamReply & { readonly rows: readonly Row[] },
    symbols: readonly string[],
    added: readonly string[],
  ): void {
    const { operation, onLearned } = this.options;
    const records = groupBy(rows, this.#ownerOf);
    if (operation.batchBy === 'mic') this.#order.learn(records.map(([first]) => this.#ownerOf(first!)));
    const askedAtOf = new Map(symbols.map((name, index) => [name, askedAts?.[index] ?? askedAt]));
    for (const same of records) {
      const name = this.#ownerOf(same[0]!);
      const at = askedAtOf.get(name) ?? askedAt;
      askedAtOf.delete(name);
      const json = operation.batchBy === 'mic' ? jsonOfAll(same) : JSON.stringify(same[0]);
      this.owner.shelf.put(name, { json }, at);
      this.#suspects.delete(name);
      this.#spoilers.delete(name);
      onLearned?.(name, json, at);
    }
    for (const [name, at] of askedAtOf) {
      // Nobody has asked for what only filled the list: whoever does so asks the service.
      if (added.includes(name)) this.#spoilers.add(name);
      else this.#noteLeftOut(name, at);
    }
  }

  *#fillers(names: readonly string[]): Generator<string, void> {
    for (const name of this.owner.fillers(names)) if (!this.#spoilers.has(name)) yield name;
  }

  /** A quote that existed a moment ago was lost on the way; any other name is unknown to the service. */
  #noteLeftOut(name: string, askedAt: number): void {
    const before = this.owner.shelf.get(name);
    const isLost = before !== undefined && !isMissing(before.value) && askedAt - before.askedAt < KNOWN_MS;
    if (!isLost) this.owner.shelf.put(name, { json: '' }, askedAt);
  }
}

/** The records of one market, without duplicates. */
const jsonOfAll = (rows: readonly Row[]): string => [...new Set(rows.map((row) => JSON.stringify(row)))].join();

const lostError = (name: string): ServiceError =>
  new ServiceError('body', `The service left out "${name}", which it had a moment ago: recalculate`, { status: 502 });
