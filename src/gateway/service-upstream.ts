import { Client } from '../api/client';
import { createPassage } from '../api/passage';
import { readAge } from '../api/transport/ages';
import type { GatewayOptions } from './gateway-options';
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
  const pause = new Pause(now);
  const passage = client.lookup('passage', createPassage);
  return {
    async ask(sending) {
      pause.check();
      const { status, body, headers, sentAt } = await passage.ask(sending).catch((error: unknown) => {
        pause.note(error);
        throw error;
      });
      return { status, body: withoutKey(body, apiKey), askedAt: sentAt - readAge(headers) };
    },
    close() {
      client.close();
    },
  };
}

/** Removes the key, since a service may repeat what it was sent. */
const withoutKey = (body: string, apiKey: string): string =>
  apiKey !== '' && body.includes(apiKey) ? body.replaceAll(apiKey, '•••') : body;
