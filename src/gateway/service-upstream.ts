import { Client } from '../api/client';
import { createPassage } from '../api/passage';
import type { GatewayOptions } from './gateway-options';
import { isOperation } from './interface/route';
import type { Upstream } from './memory/upstream';
import { clientObserver } from './watch/observer';
import { readAge } from '../api/transport/http';

/** The service, asked with the key. */
export interface ServiceUpstream {
  readonly ask: Upstream['ask'];
  /** How many requests it takes at a time. */
  readonly slots: number;
  close(): void;
}

/** How long an attempt may take: less than anybody waits for the gateway. */
const TIMEOUT_MS = 20_000;

/** @param onSent called for every request to the service */
export function openService(
  {
    service,
    apiKey,
    fetch: ownFetch = fetch,
    retryMs,
    watchers = [],
  }: Pick<GatewayOptions, 'service' | 'apiKey' | 'fetch' | 'retryMs' | 'watchers'>,
  now: () => number,
  onSent: () => void,
): ServiceUpstream {
  const client = new Client({
    address: service,
    apiKey,
    observer: clientObserver(watchers, onSent),
    fetch: ownFetch,
    now,
    timeoutMs: TIMEOUT_MS,
    ...(retryMs !== undefined && { retryMs }),
  });
  const withoutKey = keyRemover(apiKey);
  const passage = client.lookup('passage', createPassage);
  return {
    async ask(question) {
      // The last door before the key: nothing else than an operation of the table leaves.
      if (!isOperation(question.body === undefined ? 'GET' : 'POST', question.path))
        throw new RangeError('The path is of no operation');
      const { status, body, headers, sentAt } = await passage.ask(question);
      return { status, body: withoutKey(body), askedAt: sentAt - readAge(headers) };
    },
    get slots() {
      return passage.slots;
    },
    close() {
      client.close();
    },
  };
}

/** Names of characters in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** What shows that a text may have escaped characters. */
const ESCAPES = /[\\%]|&(?:#|\w+;)/;
const REMOVED = '•••';

/**
 * Removes a key from the texts of a service, which may repeat what it was sent: as it is, with any of its characters
 * escaped as JSON, addresses or HTML escape them, also twice, and as a whole in Base64 or hexadecimal digits.
 *
 * @internal
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
