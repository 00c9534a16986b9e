import { Client, type ClientOptions } from '../api/client';
import { operationOf } from '../api/operations';
import { createPassage } from '../api/passage';
import { readAge } from '../api/transport/ages';
import type { Sending } from '../api/transport/http';
import type { Guard } from './access/guard';
import { isRefused, type People } from './access/people';
import type { TokenRecord } from './access/token';
import type { Site } from './files/site';
import { About } from './interface/about';
import { describeGateway } from './interface/description';
import { Operations } from './interface/operations';
import { type Answered, refusal } from './interface/replies';
import { routeOf, splitAddress } from './interface/route';
import { readWish } from './interface/wish';
import { Memories, type MemoryListener } from './memory/memories';
import { Pause } from './memory/pause';
import { Quota, readDayUsage } from './memory/quota';
import type { Upstream, UpstreamReply } from './memory/upstream';
import { answerNode, NODE_HEADER } from './nodes/node-talk';
import { clientObserver, type Watcher } from './watch/observer';

export interface GatewayOptions {
  /** Origin and path of the service, without a slash at the end. */
  readonly service: string;
  readonly apiKey: string;
  readonly version: string;
  /** Who may send requests. */
  readonly people: People;
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
  readonly asksAhead?: boolean;
  readonly allowsPost?: boolean;
  readonly watchers?: readonly Watcher[];
  readonly onPerson?: (name: string) => void;
  /** Puts another node between this one and the service; see SpokenUpstream. */
  readonly throughNodes?: (askService: Upstream['ask']) => Upstream;
  /** Whether a request that shows this secret is of another node, which needs no token. */
  readonly isNode?: (secret: string) => boolean;
  readonly listener?: MemoryListener;
  readonly fetch?: ClientOptions['fetch'];
  /** In milliseconds since 1970, and never set back. */
  readonly now?: () => number;
  readonly retryMs?: number;
  readonly notices?: readonly string[];
  /** The service's requests per day, if the service does not state them. */
  readonly dailyQuota?: number | undefined;
  /** The status page at /status, shown to everybody while nobody needs a token. */
  readonly status?: () => Response;
}

const steadyNow = (): number => performance.timeOrigin + performance.now();
const QUOTES_FRESH_MS = 15_000;
const JSON_TYPE = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** The add-in and the service under one origin, from request to response. */
export class Gateway {
  readonly memories: Memories;
  readonly quota: Quota;
  readonly #client: Client;
  readonly #operations: Operations;
  readonly #upstream: Upstream;
  readonly #watchers: readonly Watcher[];
  readonly #about: About;
  readonly #description = JSON.stringify(describeGateway());
  /** The number of requests that are being answered. */
  inFlight = 0;

  constructor(private readonly options: GatewayOptions) {
    const { service, apiKey, now = steadyNow, watchers = [], quotesFreshMs = QUOTES_FRESH_MS, throughNodes } = options;
    this.#watchers = watchers;
    const quota = new Quota(() => Date.now(), options.dailyQuota);
    this.quota = quota;
    this.#client = new Client({
      address: service,
      apiKey,
      observer: clientObserver(watchers, () => {
        quota.count();
      }),
      fetch: options.fetch ?? fetch,
      now,
      ...(options.retryMs !== undefined && { retryMs: options.retryMs }),
    });
    const pause = new Pause(now);
    const passage = this.#client.lookup('passage', createPassage);
    const askService = async (sending: Sending): Promise<UpstreamReply> => {
      pause.check();
      const { status, body, headers, sentAt } = await passage.ask(sending).catch((error: unknown) => {
        pause.note(error);
        throw error;
      });
      return { status, body: withoutKey(body, apiKey), askedAt: sentAt - readAge(headers) };
    };
    this.#upstream = throughNodes?.(askService) ?? { ask: askService, isSpeaking: true };
    const { listener } = options;
    this.memories = new Memories({
      upstream: this.#upstream,
      now,
      quoteFreshMs: () => quotesFreshMs * quota.stretch,
      fills: options.fills ?? true,
      listener: {
        ...(listener && {
          onQuote: (list, name, json, askedAt) => listener.onQuote?.(list, name, json, askedAt),
          onAnswer: (path, reply, freshUntil) => listener.onAnswer?.(path, reply, freshUntil),
          onWanted: (list, name) => listener.onWanted?.(list, name),
        }),
        onList(asked, filled) {
          for (const watcher of watchers) watcher.onList(asked, filled);
        },
      },
    });
    this.#about = new About({ ...options, quota, quotesFreshMs: () => this.memories.quoteFreshMs });
    if (options.asksAhead) this.memories.startAhead();
    this.#operations = new Operations({ memories: this.memories, upstream: this.#upstream, now });
  }

  get isSpeaking(): boolean {
    return this.#upstream.isSpeaking;
  }

  /** Answers any request to the gateway's port. Never rejects. */
  async fetch(request: Request): Promise<Response> {
    this.inFlight++;
    try {
      const { pathname, search } = splitAddress(request.url);
      const { basePath = '' } = this.options;
      const path = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
      return path.startsWith('/api/') ? await this.#api(request, path.slice(4), search) : this.#file(request, path);
    } catch {
      return responseOf(refusal(500, 'The gateway failed: tell its administrator'));
    } finally {
      this.inFlight--;
    }
  }

  /**
   * Asks the service how much of the day's quota is used, and adjusts the stretch of freshness. Returns false if no
   * quota is known.
   */
  async lookAtQuota(): Promise<boolean> {
    const { status, body } = await this.#operations.answer({
      operation: operationOf('GET /account/usage'),
      path: '/account/usage',
      search: 'interval=1d&limit=1',
      wish: { maxAgeMs: 0, maxStaleMs: 0 },
      isFromNode: false,
    });
    const told = status === 200 ? readDayUsage(body) : undefined;
    if (told) this.quota.look(told);
    return this.quota.today !== undefined;
  }

  close(): void {
    this.memories.close();
    this.#client.close();
  }

  #file(request: Request, path: string): Response {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return responseOf(refusal(405, 'Only GET is answered here'));
    if (path === '/config.json') return Response.json(this.#about.config, { headers: { 'cache-control': 'no-store' } });
    const { status, people, guard } = this.options;
    if (path === '/status' && status && !people.isTokenNeeded) {
      const problem = guard.problemOf(request.headers);
      return problem === undefined ? status() : responseOf(refusal(403, problem));
    }
    return this.options.site?.answer(path, request.headers) ?? responseOf(refusal(404, 'Not Found'));
  }

  async #api(request: Request, path: string, search: string): Promise<Response> {
    const startedAt = performance.now();
    const { headers, method } = request;
    const secret = headers.get(NODE_HEADER);
    const isFromNode = secret !== null && this.options.isNode?.(secret) === true;
    // What the interface is goes to everybody.
    const isOpen = isFromNode || (path === '/openapi.json' && this.options.people.isTokenNeeded);
    const visitor = isOpen ? undefined : this.#visitorOf(headers);
    const operation = routeOf(method, path);
    const watch = (answered: Answered): Answered => {
      const inbound = {
        person: visitor === undefined || isRefused(visitor) ? undefined : visitor.name,
        operation: operation?.id,
        ms: performance.now() - startedAt,
        answered,
        isFromNode,
      };
      for (const watcher of this.#watchers) watcher.onInbound(inbound);
      return answered;
    };
    if (visitor !== undefined && isRefused(visitor)) return responseOf(watch(visitor));
    if (visitor) {
      this.options.onPerson?.(visitor.name);
      const refused = await this.options.people.allow(visitor, operation);
      if (refused) return responseOf(watch(refused));
    }
    if (isFromNode) {
      if (!this.isSpeaking) return responseOf(refusal(503, 'This node does not speak to the service'));
      return answerNode(this.#answer(request, path, search, true).then(watch));
    }
    return responseOf(
      watch(await (this.#ownAnswer(path, method, visitor) ?? this.#answer(request, path, search, false))),
    );
  }

  /** The person who sent the request, undefined if nobody needs a token, or the answer that refuses it. */
  #visitorOf(headers: Headers): TokenRecord | Answered | undefined {
    const { people, guard } = this.options;
    if (people.isTokenNeeded) return people.find(headers.get('api-key'));
    const problem = guard.problemOf(headers);
    return problem === undefined ? undefined : refusal(403, problem);
  }

  /** Answers about the gateway itself. */
  #ownAnswer(path: string, method: string, visitor: TokenRecord | undefined): Answered | undefined {
    if (method !== 'GET') return undefined;
    if (path === '/openapi.json') return { status: 200, body: this.#description };
    if (path !== '/me') return undefined;
    return { status: 200, body: JSON.stringify(this.#about.toPerson(visitor)) };
  }

  async #answer(request: Request, path: string, search: string, isFromNode: boolean): Promise<Answered> {
    const operation = routeOf(request.method, path);
    if (!operation) return refusal(404, 'Not Found');
    if (operation.method === 'GET')
      return this.#operations.answer({
        operation,
        path,
        search,
        wish: readWish(request.headers.get('cache-control')),
        isFromNode,
      });
    if (!this.options.allowsPost && !isFromNode)
      return refusal(403, 'This gateway lets no uploads through: whoever runs it can allow them with --allow-post');
    return this.#operations.upload(path, search, await request.text());
  }
}

const responseOf = ({ status, body, headers }: Answered): Response =>
  new Response(body, { status, headers: headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE });

/** Removes the key, since a service may repeat what it was sent. */
const withoutKey = (body: string, apiKey: string): string =>
  apiKey !== '' && body.includes(apiKey) ? body.replaceAll(apiKey, '•••') : body;
