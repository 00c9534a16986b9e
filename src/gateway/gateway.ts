import type { GatewayConfig, OpenIdConnect } from '../api/gateway-config';
import { operationOf } from '../api/operations';
import { Operations, Caches } from './operations';
import { type Answered, failure, FAULT, limited, limitedFetch, refusal, responseOf, Room } from './replies';
import { TooLongError } from './errors';
import { routeOf, splitAddress, type Route } from './route';
import { Asking } from './service/inquiries';
import type { AgeLimits } from './cache/answer-cache';
import { Quota, readDayUsage } from './service/quota';
import { describeGateway, ServiceDescription } from './service/described';
import { type ServiceOptions, Service } from './service/upstream';
import {
  type Guard,
  isOfOtherSite,
  OTHER_SITE,
  countedAs,
  type People,
  type Person,
  isRefusal,
  Refusals,
  type SignedInByProxy,
} from './access/people';
import type { Allowances, Questioner } from './access/allowances';
import type { Site } from './site';
import { KEY_HEADER, type WireNames } from '../api/interface/operation';
import { MS_PER_HOUR } from '../core/calendar/dates';
import { inTime, Queue } from '../core/waiting';

export interface GatewayOptions extends ServiceOptions {
  readonly version: string;
  /** The name of this node in answers, so that users can report which node answered. @default none */
  readonly node?: string;
  readonly people: People;
  readonly isSignedInByProxy?: boolean;
  readonly openIdConnect?: OpenIdConnect | undefined;
  readonly allowances?: Allowances | undefined;
  /** Keeps other sites out while nobody needs a token. */
  readonly guard: Guard;
  readonly site?: Site | undefined;
  /** The path of the public address, such as "/md"; empty if it has none. */
  readonly basePath?: string;
  readonly quotesFreshMs?: number;
  readonly fills?: boolean;
  readonly asksAhead?: boolean;
  readonly allowsPost?: boolean;
  readonly now?: () => number;
  readonly notices?: () => readonly string[];
  /** The service's requests per day, if the service does not state them. */
  readonly dailyQuota?: number | undefined;
  /** The profile from the check. @default the service's own description */
  readonly profile?: WireNames;
}

export interface Sender {
  readonly address?: string | undefined;
  readonly signedIn?: SignedInByProxy | undefined;
  readonly path?: string | undefined;
}

/** A clock that is never set back and continues during sleep: yesterday's answers must not be fresh in the morning. */
export function createSteadyNow(): () => number {
  let startedAt = performance.timeOrigin;
  return () => {
    const passedMs = performance.now();
    startedAt = Math.max(startedAt, Date.now() - passedMs);
    return startedAt + passedMs;
  };
}

const QUOTES_FRESH_MS = 15_000;
const DESCRIPTION_WAIT_MS = 2_000;

/** The add-in and the service under one origin, from request to response. */
export class Gateway {
  readonly caches: Caches;
  readonly quota: Quota;
  readonly #service: Service;
  readonly #operations: Operations;
  readonly #refusals = new Refusals();
  /** Uploads that are in memory at the same time. */
  readonly #uploads = [new Queue(Promise.resolve()), new Queue(Promise.resolve())];
  #uploadCount = 0;
  readonly #room: Room;
  #quotaAskedAt = -Infinity;
  readonly description: ServiceDescription;
  /** Made once for each description, because everybody may request it at any rate. */
  readonly #descriptionTexts = new WeakMap<object, string>();

  constructor(private readonly options: GatewayOptions) {
    const { now = createSteadyNow(), watchers = [], quotesFreshMs = QUOTES_FRESH_MS } = options;
    const quota = (this.quota = new Quota(() => Date.now(), options.dailyQuota));
    const { service, profile, allowances, node } = options;
    const room = (this.#room = new Room(options.maxAnswer));
    const ownFetch = limitedFetch(options.fetch, room);
    const described = (this.description = new ServiceDescription(service, ownFetch, now, profile));
    this.#service = new Service(
      { ...options, fetch: ownFetch },
      now,
      () => quota.countRequest(),
      () => (options.people.opensDescribed ? described.added : []),
    );
    this.caches = new Caches({
      upstream: this.#service,
      allowances,
      described,
      now,
      quoteFreshMs: () => quotesFreshMs * quota.stretch,
      fills: options.fills ?? true,
      onGarbage(path) {
        for (const watcher of watchers) watcher.onUseless?.(path, 'garbage');
      },
    });
    if (options.asksAhead) this.caches.startAhead();
    const { caches } = this;
    this.#operations = new Operations({ caches, allowances, now, onFault: this.#noteFault, node, described });
  }

  /** Answers any request to the gateway's port. Never rejects. */
  async fetch(request: Request, sender: Sender = {}): Promise<Response> {
    try {
      const { pathname, search } = splitAddress(request.url);
      const { basePath = '' } = this.options;
      const path = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
      if (path.startsWith('/api/')) {
        const answered = await this.#answerApi(request, path.slice(4), search, sender);
        return await this.#room.responseTo(request.headers, answered);
      }
      return this.#file(request, path);
    } catch (error) {
      this.#noteFault(error);
      return responseOf(FAULT);
    }
  }

  /** Adjusts the stretch of freshness. While no quota is known, the service is asked for one every hour. */
  async lookAtQuota(): Promise<boolean> {
    const now = performance.now();
    if (this.quota.today === undefined && now < this.#quotaAskedAt + MS_PER_HOUR) return false;
    this.#quotaAskedAt = now;
    const { status, body } = await this.askUsage();
    this.quota.noteUsage(status === 200 ? readDayUsage(body) : undefined);
    return this.quota.today !== undefined;
  }

  /** The cheapest question that shows whether the service accepts the key. */
  askUsage(): Promise<Answered> {
    return this.#operations.answerQuestion({
      operation: operationOf('GET /account/usage'),
      path: '/account/usage',
      search: 'interval=1d&limit=1',
      ageLimits: { maxAgeMs: 0, maxStaleMs: 0 },
      asking: new Asking({ person: '' }),
    });
  }

  close(): void {
    this.caches.stopAsking();
    this.#service.closeConnections();
  }

  async #answerApi(request: Request, path: string, search: string, sender: Sender): Promise<Answered> {
    const startedAt = performance.now();
    const { people, watchers = [] } = this.options;
    // HEAD is GET: the server leaves the body out.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    let route = routeOf(method, path);
    // Everybody may read the description of the interface.
    const isOpen = path === '/openapi.json' && people.isTokenNeeded;
    const visitor = isOpen ? undefined : await this.#visitorOf(request.headers, sender);
    const known = visitor === undefined || isRefusal(visitor) ? undefined : visitor;
    const answer = async (): Promise<Answered> => {
      if (visitor && isRefusal(visitor)) return this.#refusals.limit(visitor, sender.address);
      const own = await this.#ownAnswer(method, path, known);
      if (!own && !route && method === 'GET' && people.opensDescribed)
        route = routeOf(method, path, (await this.description.readDescription()).added);
      const asker = known ? { person: countedAs(known), name: known.name, groups: known.groups } : { person: '' };
      const refused = known && route && people.refusalFor(known, route.operation);
      const tooMany = known && !refused ? this.options.allowances?.takeQuestion(asker) : undefined;
      return refused ?? (tooMany && failure(tooMany)) ?? own ?? this.#answer(request, search, route, asker);
    };
    const answered = await answer();
    const inbound = {
      person: known?.name,
      id: known?.id,
      operation: route?.operation.id,
      path: sender.path ?? `/api${path}`,
      address: sender.address,
      isOpen,
      ms: performance.now() - startedAt,
      answered,
    };
    for (const watcher of watchers) watcher.onInbound(inbound);
    return answered;
  }

  /** The person who sent the request, undefined if nobody needs a token, or the answer that refuses it. */
  #visitorOf(headers: Headers, { signedIn }: Sender): Person | Answered | undefined | Promise<Person | Answered> {
    const { people, guard } = this.options;
    // The proxy may recognize people by a cookie, which a browser also sends for pages of other sites.
    if (signedIn) return isOfOtherSite(headers) ? refusal(403, OTHER_SITE) : people.findSignedInByProxy(signedIn);
    if (people.isTokenNeeded) return people.findPerson(tokenIn(headers));
    const problem = guard.problemOf(headers);
    return problem === undefined ? undefined : refusal(403, problem);
  }

  async #ownAnswer(method: string, path: string, visitor: Person | undefined): Promise<Answered | undefined> {
    if (method !== 'GET') return undefined;
    if (path === '/openapi.json') {
      // The add-in waits for it at its start.
      const known = await inTime(() => this.description.readDescription(), DESCRIPTION_WAIT_MS).catch(() => undefined);
      const key = known ?? this;
      const body =
        this.#descriptionTexts.get(key) ?? JSON.stringify(describeGateway(known, this.options.people.opensDescribed));
      this.#descriptionTexts.set(key, body);
      return { status: 200, body };
    }
    if (path !== '/me') return undefined;
    const person = {
      person: visitor?.name ?? null,
      groups: visitor?.groups ?? null,
      quotesFreshSeconds: this.caches.quoteFreshMs / 1000,
      quota: this.quota.today ?? null,
      notices: this.#notices,
    };
    return { status: 200, body: JSON.stringify(person) };
  }

  get #config(): GatewayConfig {
    const { basePath = '', people, version, openIdConnect, isSignedInByProxy = false } = this.options;
    return {
      serviceAddress: `${basePath}/api`,
      signIn: isSignedInByProxy ? 'none' : people.state.signIn ? 'oidc' : people.isTokenNeeded ? 'token' : 'none',
      version,
      notices: this.#notices,
      ...(openIdConnect && { openIdConnect }),
    };
  }

  get #notices(): readonly string[] {
    const own = this.options.notices?.() ?? [];
    if (this.quota.stretch === 1) return own;
    const seconds = Math.round(this.caches.quoteFreshMs / 1000);
    return [...own, `The day's requests to the service are running short: quotes are kept for ${seconds} s`];
  }

  async #answer(request: Request, search: string, route: Route | undefined, asker: Questioner): Promise<Answered> {
    const asking = new Asking(asker, () => request.signal);
    if (!route) return refusal(404, 'Not Found');
    if (route.operation.method === 'GET')
      return this.#operations.answerQuestion({
        ...route,
        search,
        ageLimits: readAgeLimits(request.headers.get('cache-control')),
        asking,
      });
    if (!this.options.allowsPost)
      return refusal(403, 'This gateway does not accept uploads: its administrator can allow them');
    return this.#uploads[this.#uploadCount++ % this.#uploads.length]!.run(async () => {
      // An endless upload must not block other people's uploads.
      const body = await inTime(() => readUpload(request), UPLOAD_MS).catch(() => TOO_SLOW);
      return typeof body === 'string' ? this.#operations.passUpload(route, search, body, asking) : body;
    });
  }

  readonly #noteFault = (error: unknown): void => {
    for (const watcher of this.options.watchers ?? []) watcher.onFault?.(error);
  };

  #file(request: Request, path: string): Response {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return responseOf(refusal(405, 'Only GET is answered here', { allow: 'GET, HEAD' }));
    if (path === '/config.json') return responseOf({ status: 200, body: JSON.stringify(this.#config) });
    return this.options.site?.answerFile(path, request.headers) ?? responseOf(refusal(404, 'Not Found'));
  }
}

/** Ignores "no-cache", which browsers add by themselves to every request that bypasses their own cache. */
function readAgeLimits(header: string | null): AgeLimits {
  if (header === null || header === 'no-cache') return { maxAgeMs: undefined, maxStaleMs: 0 };
  let [maxAgeMs, maxStaleMs]: [number | undefined, number] = [undefined, 0];
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.trim().split('=');
    const seconds = /^"?\d+"?$/.test(value ?? '') ? Number(value!.replaceAll('"', '')) : undefined;
    if (name === 'max-age' && seconds !== undefined) maxAgeMs = seconds * 1000;
    if (name === 'max-stale') maxStaleMs = value === undefined ? Infinity : (seconds ?? 0) * 1000;
  }
  return { maxAgeMs, maxStaleMs };
}

const tokenIn = (headers: Headers): string | null =>
  /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? headers.get(KEY_HEADER);

const [MAX_UPLOAD_BYTES, UPLOAD_MS] = [10_000_000, 30_000];

/** The body of an upload, or the answer that refuses it. Reading stops at the maximum length. */
async function readUpload({ headers, body }: Request): Promise<string | Answered> {
  if (Number(headers.get('content-length')) > MAX_UPLOAD_BYTES) return TOO_LONG;
  try {
    return await limited(new Response(body), new Room(MAX_UPLOAD_BYTES)).text();
  } catch (error) {
    return error instanceof TooLongError ? TOO_LONG : CUT_OFF;
  }
}

const CUT_OFF = refusal(400, 'The upload was cut off: send it again');
const TOO_LONG = refusal(413, `The upload is too long: the gateway takes at most ${MAX_UPLOAD_BYTES / 1_000_000} MB`);
const TOO_SLOW = refusal(408, `The upload took longer than ${UPLOAD_MS / 1000} s to arrive: send less at a time`);
