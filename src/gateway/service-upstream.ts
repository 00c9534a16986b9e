import { Client } from '../api/client';
import { createPassage } from '../api/passage';
import type { GatewayOptions } from './gateway-options';
import { isOperation } from './interface/route';
import { keyRemover } from './key-remover';
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
