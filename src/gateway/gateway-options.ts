import type { ClientOptions } from '../api/client';
import type { Guard } from './access/guard';
import type { Allowances } from './access/allowances';
import type { People } from './access/people';
import type { Site } from './files/site';
import type { CacheListener } from './memory/caches';
import type { Upstream } from './memory/upstream';
import type { Watcher } from './watch/observer';

export interface GatewayOptions {
  /** Origin and path of the service, without a slash at the end. */
  readonly service: string;
  readonly apiKey: string;
  readonly version: string;
  /** Who may send requests. */
  readonly people: People;
  /** How much they may ask for. @default anything */
  readonly allowances?: Allowances | undefined;
  /** Keeps other sites out while nobody needs a token. */
  readonly guard: Guard;
  /** The add-in's files. @default none are served */
  readonly site?: Site | undefined;
  /** The path of the public address, such as "/md"; empty if it has none. */
  readonly basePath?: string;
  /** How long a quote is fresh, in milliseconds. @default 15_000 */
  readonly quotesFreshMs?: number;
  /** @default true */
  readonly fills?: boolean;
  /** Whether quotes are asked for before they are no longer fresh. @default false */
  readonly asksAhead?: boolean;
  /** Whether uploads are let through. @default false */
  readonly allowsPost?: boolean;
  readonly watchers?: readonly Watcher[];
  /** Called with the name of the person who sent a request. */
  readonly onPerson?: (name: string) => void;
  /** Puts the leader between this node and the service; see LeaderUpstream. */
  readonly throughNodes?: (askService: Upstream['ask']) => Upstream;
  readonly listener?: CacheListener;
  readonly fetch?: ClientOptions['fetch'];
  /** In milliseconds since 1970, and never set back. */
  readonly now?: () => number;
  /** @default that of the client */
  readonly retryMs?: number;
  /** The operator's messages to users. */
  readonly notices?: () => readonly string[];
  /** The service's requests per day, if the service does not state them. */
  readonly dailyQuota?: number | undefined;
  /** The status page at /status, shown to everybody while nobody needs a token. */
  readonly status?: () => Response;
}

/** Who sent a request, as far as the connection tells. */
export interface Sender {
  /** The client's address; undefined if it is not known. */
  readonly address?: string | undefined;
  /** The path as it was asked for, without the query; for the log. @default as it was read */
  readonly path?: string | undefined;
}
