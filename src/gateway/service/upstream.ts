import { Client, type ClientOptions } from '../../api/client';
import { createPassThrough } from '../../api/pass-through';
import { isOperation } from '../route';
import type { Watcher } from '../watch/watcher';
import { readAge, type Reply, type Sending } from '../../api/transport/http';
import { codeOf, type RefusedReply } from '../errors';
import { LostRequests } from './lost-requests';

/**
 * An answer from upstream, with the time at which it was requested from the service, by this node's clock, in
 * milliseconds.
 */
export interface UpstreamReply extends RefusedReply {
  readonly askedAt: number;
}

/** A question that somebody waits for. */
export interface UpstreamQuestion extends Sending {
  /** Whether it asks for what has failed while others were answered, so that it says nothing of the service. */
  readonly isSuspect?: boolean;
}

/** The source of answers. Rejects with a ServiceError if there is no answer. */
export interface Upstream {
  ask(question: UpstreamQuestion): Promise<UpstreamReply>;
  /** How many requests may be out at a time. @default any number */
  readonly slots?: number | undefined;
}

/** The service that the gateway asks, and with what. */
export interface ServiceOptions {
  /** Origin and path of the service, without a slash at the end. */
  readonly service: string;
  readonly apiKey: string;
  readonly fetch?: ClientOptions['fetch'];
  /** @default that of the client */
  readonly retryMs?: number;
  readonly watchers?: readonly Watcher[];
}

/** How long an attempt may take: less than anybody waits for the gateway. */
const TIMEOUT_MS = 20_000;

/** The service, asked with the key. */
export class Service implements Upstream {
  readonly #client: Client;
  readonly #passThrough: ReturnType<typeof createPassThrough>;
  readonly #lost: LostRequests;
  readonly #withoutKey: (text: string) => string;

  /** @param onSent called for every request to the service */
  constructor(
    { service, apiKey, fetch: ownFetch = fetch, retryMs, watchers = [] }: ServiceOptions,
    now: () => number,
    onSent: () => void,
  ) {
    this.#client = new Client({
      address: service,
      apiKey,
      observer: {
        lookups: 0,
        hits: 0,
        questions: 0,
        onRequest(record) {
          onSent();
          for (const watcher of watchers) watcher.onUpstream?.(record);
        },
      },
      fetch: async (input) => {
        try {
          return await ownFetch(input);
        } catch (error) {
          // The client hides it, since it may hold the key; its code does not.
          const code = codeOf(error);
          if (code !== undefined)
            for (const watcher of watchers) watcher.onUseless?.(new URL((input as Request).url).pathname, code);
          throw error;
        }
      },
      now,
      isShared: true,
      timeoutMs: TIMEOUT_MS,
      ...(retryMs !== undefined && { retryMs }),
    });
    this.#passThrough = this.#client.lookup('pass-through', createPassThrough);
    this.#lost = new LostRequests(now, () => this.#passThrough.usualMs);
    this.#withoutKey = keyRemover(apiKey);
  }

  async ask(question: UpstreamQuestion): Promise<UpstreamReply> {
    // The last door before the key: nothing else than an operation of the table leaves.
    if (!isOperation(question.body === undefined ? 'GET' : 'POST', question.path))
      throw new RangeError('The path is of no operation');
    const send = (signal?: AbortSignal): Promise<Reply> => this.#passThrough.ask(question, signal);
    // An upload may have been taken though it is not confirmed.
    const { status, body, headers, sentAt } = await (question.body === undefined
      ? this.#lost.send(question.path.split('?')[0]!, send)
      : send());
    return { status, body: this.#withoutKey(body), askedAt: sentAt - readAge(headers) };
  }

  get slots(): number {
    return this.#passThrough.slots;
  }

  close(): void {
    this.#client.close();
  }
}

/** Names of characters in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** What shows that a text may have escaped characters. */
const ESCAPES = /[\\%]|&(?:#|\w+;)/;
const REMOVED = '•••';

/**
 * Removes a key from the texts of a service, which may repeat what it was sent: as it is, with any of its characters
 * escaped as JSON, addresses or HTML escape them, also twice, and as a whole in Base64 or hexadecimal digits.
 */
export function keyRemover(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const wholes = [btoa(key), encodeURIComponent(btoa(key)), hexOf(key)].flatMap((whole) => [
    whole.replace(/(?:=|%3D)+$/, ''),
    whole.toUpperCase() === hexOf(key).toUpperCase() ? whole.toUpperCase() : whole,
  ]);
  const forms = new RegExp(`${Array.from(key, formsOf).join('')}|${wholes.map(literal).join('|')}`, 'g');
  const plain = [key, ...wholes];
  return (text) =>
    ESCAPES.test(text) || plain.some((one) => text.includes(one)) ? text.replace(forms, REMOVED) : text;
}

const hexOf = (text: string): string =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');

const literal = (text: string): string => text.replace(/[^\w]/g, (character) => `\\${character}`);

/**
 * A character as it is, and as it is escaped. Backslashes may be doubled by each further level of quotes. Each repetition
 * has an end, so that no text makes the search long.
 */
function formsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = anyCase(code.toString(16).padStart(2, '0'));
  const entity = ENTITIES[character];
  return `(?:${[
    `\\\\{0,7}${literal(character)}`,
    `\\\\{1,8}u(?:00${hex}|\\{0{0,4}${hex}\\})`,
    `\\\\{1,8}x${hex}`,
    `%(?:25){0,3}${hex}`,
    `&(?:amp;){0,3}#0{0,6}${code};`,
    `&(?:amp;){0,3}#[xX]0{0,6}${hex};`,
    ...(entity === undefined ? [] : [`&(?:amp;){0,3}${entity};`]),
  ].join('|')})`;
}

const anyCase = (hex: string): string =>
  Array.from(hex, (digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('');
