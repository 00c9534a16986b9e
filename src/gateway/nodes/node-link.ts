import { randomUUID } from 'node:crypto';
import { isRecord } from '../../core/basics';
import type { Answered } from '../replies';
import type { Upstream, UpstreamQuestion, UpstreamReply } from '../service/upstream';
import { NodeLostError, NotNowError } from '../errors';
import type { Election, Leader } from './election';
import type { Store } from './store';
import { cancelledError } from '../../api/service-error';

/** What a node asks another one. */
export type NodeQuestion = Pick<UpstreamQuestion, 'path' | 'body' | 'maxAgeMs' | 'asker'>;

/** Answers a question of another node, for as long as somebody waits there. */
export type AnswerNode = (question: NodeQuestion, gone: AbortSignal) => Promise<Answered>;

/** A text in a message, or the key of the store under which it lies because it is long. */
type Carried = { readonly text: string } | { readonly key: string };

type NodeMessage =
  | {
      readonly kind: 'question';
      readonly id: string;
      readonly from: string;
      readonly term: number;
      readonly question: Omit<NodeQuestion, 'body'>;
      readonly body?: Carried;
    }
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly status: number;
      readonly body: Carried;
      /** Clocks may differ, so times are durations. */
      readonly ageMs: number;
      readonly ages?: readonly number[];
      readonly retryAfter?: string;
    }
  /** The leader has an answer that the store cannot carry. */
  | { readonly kind: 'too large'; readonly id: string }
  /** Who asked still waits for these, and nobody waits for those. */
  | { readonly kind: 'waiting' | 'gone'; readonly from: string; readonly ids: readonly string[] }
  /** The node has no such questions: they were lost, or their answers were, or it does not lead. */
  | { readonly kind: 'unknown'; readonly ids: readonly string[] };

/** Longer texts do not travel in messages, which pile up in the store if a node reads slowly; they lie beside them. */
const MAX_IN_MESSAGE = 64_000;
/** Longer texts do not go through the store at all. */
const MAX_CARRIED = 16_000_000;
/** A long text that nobody fetched is dropped after this time. */
const KEPT_SECONDS = 60;
/** How long the store may take for a long text. */
const CARRY_MS = 5_000;

const TICK_MS = 250;
/** How often a node says for what it still waits. */
const REMINDER_MS = 1_000;
/** A question whose asker has said nothing for this long is dropped. */
const SILENCE_MS = 3_000;

interface AskedQuestion {
  readonly leader: Leader;
  readonly askedAt: number;
  readonly settle: (answer: NodeMessage & { kind: 'answer' | 'too large' }) => void;
  readonly lose: () => void;
}

interface AnsweredQuestion {
  readonly from: string;
  heardAt: number;
  readonly gone: AbortController;
}

/**
 * Questions and answers between nodes, as messages through the store: each node hears a channel of its own. A message
 * can be lost with a connection. So whoever waits says every second for what, and is told what the leader does not
 * have; and the leader drops what nobody has asked about for three seconds.
 */
export class NodeLink {
  readonly #waiting = new Map<string, AskedQuestion>();
  readonly #answering = new Map<string, AnsweredQuestion>();
  #answer: AnswerNode | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #remindedAt = -Infinity;

  constructor(
    private readonly store: Pick<Store, 'ask' | 'key' | 'publish' | 'subscribe'>,
    private readonly election: Pick<Election, 'id' | 'leader' | 'ownTerm' | 'accepts'>,
    private readonly now: () => number,
  ) {}

  /** @param answer what other nodes ask while this one leads */
  async start(answer: AnswerNode): Promise<void> {
    this.#answer = answer;
    await this.store.subscribe(channelOf(this.election.id), (text) => {
      this.#hear(text);
    });
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { gone } of this.#answering.values()) gone.abort();
    for (const { lose } of this.#waiting.values()) lose();
  }

  /**
   * Asks the leader, for as long as it leads. Undefined if the store cannot carry question or answer. Throws a
   * NodeLostError if the leader is lost or the signal aborts.
   */
  async ask(
    leader: Leader,
    { body, signal, path, maxAgeMs, asker }: NodeQuestion & Pick<UpstreamQuestion, 'signal'>,
  ): Promise<UpstreamReply | undefined> {
    const id = randomUUID();
    const carried = body === undefined ? undefined : await this.#carry(body).catch(() => null);
    if (carried === null) return undefined;
    const message: NodeMessage = {
      kind: 'question',
      id,
      from: this.election.id,
      term: leader.term,
      question: { path, maxAgeMs, asker },
      ...(carried && { body: carried }),
    };
    const answer = await new Promise<NodeMessage & { kind: 'answer' | 'too large' }>((resolve, reject) => {
      const lose = (): void => {
        signal?.removeEventListener('abort', leave);
        this.#waiting.delete(id);
        reject(new NodeLostError(`The node ${leader.id} does not answer`));
      };
      const leave = (): void => {
        lose();
        void this.#send(leader.id, { kind: 'gone', from: this.election.id, ids: [id] });
      };
      const settle = (heard: NodeMessage & { kind: 'answer' | 'too large' }): void => {
        signal?.removeEventListener('abort', leave);
        this.#waiting.delete(id);
        resolve(heard);
      };
      this.#waiting.set(id, { leader, askedAt: this.now(), settle, lose });
      if (signal?.aborted === true) {
        leave();
        return;
      }
      signal?.addEventListener('abort', leave);
      void this.#send(leader.id, message).then((isHeard) => {
        // It is gone, or its connection to the store is: the next attempt shows it.
        if (!isHeard && this.#waiting.has(id)) lose();
      });
    });
    return answer.kind === 'answer' ? this.#read(answer) : undefined;
  }

  async #read({ status, body, ageMs, ages, retryAfter }: NodeMessage & { kind: 'answer' }): Promise<UpstreamReply> {
    const heardAt = this.now();
    const text = await this.#fetch(body);
    if (status === 429 || status === 503)
      throw new NotNowError(status, sentenceIn(text), Number(retryAfter ?? 1) * 1000);
    return { status, body: text, askedAt: heardAt - ageMs, askedAts: ages?.map((age) => heardAt - age) };
  }

  #hear(text: string): void {
    const message = messageIn(text);
    switch (message?.kind) {
      case 'question':
        void this.#take(message);
        break;
      case 'answer':
      case 'too large':
        this.#waiting.get(message.id)?.settle(message);
        break;
      case 'waiting':
        this.#confirm(message.from, message.ids);
        break;
      case 'gone':
        for (const id of message.ids) this.#answering.get(id)?.gone.abort();
        break;
      case 'unknown':
        for (const id of message.ids) this.#waiting.get(id)?.lose();
        break;
      case undefined:
        // From a node of another release, or from nobody: whoever waits for it asks again.
        break;
    }
  }

  async #take({ id, from, term, question, body }: NodeMessage & { kind: 'question' }): Promise<void> {
    if (term !== this.election.ownTerm || this.#answer === undefined) {
      this.election.accepts(term);
      void this.#send(from, { kind: 'unknown', ids: [id] });
      return;
    }
    const answering: AnsweredQuestion = { from, heardAt: this.now(), gone: new AbortController() };
    this.#answering.set(id, answering);
    let reply: NodeMessage;
    try {
      const text = body && (await this.#fetch(body));
      const answered = await this.#answer({ ...question, body: text }, answering.gone.signal);
      reply = await this.#replyOf(id, answered);
    } catch {
      reply = { kind: 'unknown', ids: [id] };
    }
    this.#answering.delete(id);
    // Who leads now has been asked again, and no two leaders' answers may meet.
    if (answering.gone.signal.aborted) return;
    void this.#send(from, term === this.election.ownTerm ? reply : { kind: 'unknown', ids: [id] });
  }

  async #replyOf(id: string, { status, body, ageMs = 0, ages, headers = {} }: Answered): Promise<NodeMessage> {
    const carried = await this.#carry(body).catch(() => undefined);
    if (carried === undefined) return { kind: 'too large', id };
    const retryAfter = headers['retry-after'];
    return {
      kind: 'answer',
      id,
      status,
      body: carried,
      ageMs,
      ...(ages && { ages }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  /** Notes who still waits for what, and says what is not there. */
  #confirm(from: string, ids: readonly string[]): void {
    const unknown = ids.filter((id) => !this.#answering.has(id));
    for (const id of ids) {
      const answering = this.#answering.get(id);
      if (answering) answering.heardAt = this.now();
    }
    if (unknown.length > 0) void this.#send(from, { kind: 'unknown', ids: unknown });
  }

  #tick(): void {
    const now = this.now();
    const { leader: current, ownTerm, id: own } = this.election;
    for (const { leader, lose } of [...this.#waiting.values()])
      if (current === 'self' || (current !== undefined && current.term !== leader.term)) lose();
    for (const [id, { from, heardAt, gone }] of [...this.#answering]) {
      if (ownTerm !== undefined && now < heardAt + SILENCE_MS) continue;
      this.#answering.delete(id);
      gone.abort();
      if (ownTerm === undefined) void this.#send(from, { kind: 'unknown', ids: [id] });
    }
    if (now < this.#remindedAt + REMINDER_MS) return;
    this.#remindedAt = now;
    const byLeader = new Map<string, { leader: Leader; ids: string[] }>();
    for (const [id, { leader, askedAt }] of this.#waiting) {
      if (now < askedAt + REMINDER_MS) continue;
      const { ids } = byLeader.get(leader.id) ?? { ids: [] as string[] };
      ids.push(id);
      byLeader.set(leader.id, { leader, ids });
    }
    for (const { leader, ids } of byLeader.values())
      void this.#send(leader.id, { kind: 'waiting', from: own, ids }).then((isHeard) => {
        if (!isHeard) for (const id of ids) this.#waiting.get(id)?.lose();
      });
  }

  /** Whether the node heard it, as far as the store knows. */
  async #send(to: string, message: NodeMessage): Promise<boolean> {
    try {
      return (await this.store.publish(channelOf(to), JSON.stringify(message))) > 0;
    } catch {
      return false;
    }
  }

  /** Rejects if the store cannot take it. */
  async #carry(text: string): Promise<Carried> {
    if (text.length <= MAX_IN_MESSAGE) return { text };
    if (text.length > MAX_CARRIED) throw new RangeError('The text is too long for the store');
    const key = this.store.key(`text:${randomUUID()}`);
    await this.store.ask((client) => client.set(key, text, { EX: KEPT_SECONDS }), CARRY_MS);
    return { key };
  }

  /** Throws a NodeLostError if the store has lost it. */
  async #fetch(carried: Carried): Promise<string> {
    if ('text' in carried) return carried.text;
    const { key } = carried;
    const text = await this.store.ask((client) => client.get(key), CARRY_MS).catch(() => null);
    if (text === null) throw new NodeLostError('The store has lost an answer');
    void this.store.ask((client) => client.del(key)).catch(() => undefined);
    return text;
  }
}

const channelOf = (id: string): string => `node:${id}`;

function messageIn(text: string): NodeMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) ? (message as unknown as NodeMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** What the leader says to the person. */
function sentenceIn(body: string): string {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? String(parsed.detail) : '';
}

/** After this long without a leader, a node asks by itself: one request too many is better than a cell without a value. */
const MAX_SEARCH_MS = 4_500;

/** The service, through the leader. */
export class LeaderUpstream implements Upstream {
  constructor(
    private readonly election: Pick<Election, 'leader' | 'renewSoon'>,
    private readonly service: Pick<Upstream, 'ask' | 'slots'>,
    private readonly link: Pick<NodeLink, 'ask'>,
    private readonly now: () => number,
  ) {}

  get isLeading(): boolean {
    return this.election.leader === 'self';
  }

  get slots(): number | undefined {
    return this.service.slots;
  }

  async ask(question: UpstreamQuestion): Promise<UpstreamReply> {
    const giveUpAt = this.now() + MAX_SEARCH_MS;
    for (;;) {
      if (question.signal?.aborted === true) throw cancelledError();
      const { leader } = this.election;
      if (leader === 'self' || this.now() >= giveUpAt) return this.service.ask(question);
      if (leader !== undefined) {
        try {
          // What the store cannot carry, this node asks by itself.
          return (await this.link.ask(leader, question)) ?? (await this.service.ask(question));
        } catch (error) {
          if (!(error instanceof NodeLostError)) throw error;
          // An upload may have arrived, so it is not sent again.
          if (question.body !== undefined) throw error;
        }
      }
      // Without a store everybody works by themselves at once.
      if (!this.isLeading) await this.election.renewSoon();
    }
  }
}
