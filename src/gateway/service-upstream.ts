import { Client } from '../api/client';
import { createPassage } from '../api/passage';
import { readAge } from '../api/transport/ages';
import type { GatewayOptions } from './gateway-options';
import { isOperation } from './interface/route';
import { keyRemover } from './key-remover';
import { Pause } from './memory/pause';
import type { Upstream } from './memory/upstream';
import { clientObserver } from './watch/observer';

/** The service, asked with the key. */
export interface ServiceUpstream {
  readonly ask: Upstream['ask'];
  close(): void;
}

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
    ...(retryMs !== undefined && { retryMs }),
  });
  const withoutKey = keyRemover(apiKey);
  const pause = new Pause(now);
  const passage = client.lookup('passage', createPassage);
  return {
    async ask(sending) {
      // The last door before the key: nothing else than an operation of the table leaves.
      if (!isOperation(sending.body === undefined ? 'GET' : 'POST', sending.path))
        throw new RangeError('The path is of no operation');
      pause.check();
      const { status, body, headers, sentAt } = await passage.ask(sending).catch((error: unknown) => {
        pause.note(error);
        throw error;
      });
      return { status, body: withoutKey(body), askedAt: sentAt - readAge(headers) };
    },
    close() {
      client.close();
    },
  };
}
