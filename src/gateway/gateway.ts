import { operationOf } from '../api/operations';
import { ApiRequests } from './api-requests';
import type { GatewayOptions, Sender } from './gateway-options';
import { About } from './interface/about';
import { Operations } from './interface/operations';
import { type Answered, FAULT, refusal, responseOf } from './interface/replies';
import { routeOf, splitAddress } from './interface/route';
import { Asking } from './memory/asking';
import { Caches } from './memory/caches';
import { Quota, readDayUsage } from './memory/quota';
import type { Upstream } from './memory/upstream';
import type { NodeQuestion } from './nodes/node-link';
import { openService, type ServiceUpstream } from './service-upstream';

export type { GatewayOptions } from './gateway-options';

const steadyNow = (): number => performance.timeOrigin + performance.now();
const QUOTES_FRESH_MS = 15_000;

/** The add-in and the service under one origin, from request to response. */
export class Gateway {
  readonly caches: Caches;
  readonly quota: Quota;
  readonly #service: ServiceUpstream;
  readonly #upstream: Upstream;
  readonly #operations: Operations;
  readonly #about: About;
  readonly #api: ApiRequests;

  constructor(private readonly options: GatewayOptions) {
    const { now = steadyNow, watchers = [], quotesFreshMs = QUOTES_FRESH_MS, throughNodes, listener } = options;
    const quota = new Quota(() => Date.now(), options.dailyQuota);
    this.quota = quota;
    this.#service = openService(options, now, () => {
      quota.count();
    });
    const service = this.#service;
    const upstream = throughNodes?.(service.ask) ?? { ask: service.ask, isLeading: true };
    this.#upstream = {
      ask: (question) => upstream.ask(question),
      get isLeading() {
        return upstream.isLeading;
      },
      get slots() {
        return service.slots;
      },
    };
    this.caches = new Caches({
      upstream: this.#upstream,
      allowances: options.allowances,
      now,
      quoteFreshMs: () => quotesFreshMs * quota.stretch,
      fills: options.fills ?? true,
      listener: {
        ...(listener && {
          onQuote: (list, name, json, askedAt) => listener.onQuote?.(list, name, json, askedAt),
          onAnswer: (path, reply, freshUntil) => listener.onAnswer?.(path, reply, freshUntil),
          onWanted: (list, name) => listener.onWanted?.(list, name),
        }),
        onList(requested, filled) {
          for (const watcher of watchers) watcher.onList(requested, filled);
        },
      },
    });
    if (options.asksAhead) this.caches.startAhead();
    this.#about = new About({ ...options, quota, quotesFreshMs: () => this.caches.quoteFreshMs });
    const onFault = this.#noteFault;
    this.#operations = new Operations({ caches: this.caches, allowances: options.allowances, now, onFault });
    this.#api = new ApiRequests(options, {
      about: this.#about,
      operations: this.#operations,
    });
  }

  get isLeading(): boolean {
    return this.#upstream.isLeading;
  }

  get isTokenNeeded(): boolean {
    return this.options.people.isTokenNeeded;
  }

  /** Answers any request to the gateway's port. Never rejects. */
  async fetch(request: Request, sender: Sender = {}): Promise<Response> {
    try {
      const { pathname, search } = splitAddress(request.url);
      const { basePath = '' } = this.options;
      const path = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
      if (path.startsWith('/api/')) return await this.#api.answer(request, path.slice(4), search, sender);
      return this.#file(request, path);
    } catch (error) {
      this.#noteFault(error);
      return responseOf(FAULT);
    }
  }

  /** Answers what another node asks, for somebody who waits there. Rejects for what is no question. */
  async answerNode({ path, body, maxAgeMs, asker }: NodeQuestion, gone: AbortSignal): Promise<Answered> {
    const { pathname, search } = splitAddress(`http://node.invalid${path}`);
    const route = routeOf(body === undefined ? 'GET' : 'POST', pathname);
    if (!route) throw new RangeError('The path is of no operation');
    const asking = new Asking(asker ?? { person: '' }, () => gone);
    if (body !== undefined) return this.#operations.upload(route, search, body, asking);
    return this.#operations.answer({
      ...route,
      search,
      ageLimits: { maxAgeMs, maxStaleMs: 0 },
      isOfNode: true,
      asking,
    });
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
      ageLimits: { maxAgeMs: 0, maxStaleMs: 0 },
      isOfNode: false,
      asking: new Asking({ person: '' }),
    });
    const usage = status === 200 ? readDayUsage(body) : undefined;
    if (usage) this.quota.look(usage);
    return this.quota.today !== undefined;
  }

  close(): void {
    this.caches.close();
    this.#service.close();
  }

  readonly #noteFault = (error: unknown): void => {
    for (const watcher of this.options.watchers ?? []) watcher.onFault?.(error);
  };

  #file(request: Request, path: string): Response {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return responseOf(refusal(405, 'Only GET is answered here', { allow: 'GET, HEAD' }));
    if (path === '/config.json') return responseOf({ status: 200, body: JSON.stringify(this.#about.config) });
    const { status, people, guard, site } = this.options;
    if (path === '/status' && status && !people.isTokenNeeded) {
      const problem = guard.problemOf(request.headers);
      return problem === undefined ? status() : responseOf(refusal(403, problem));
    }
    return site?.answer(path, request.headers) ?? responseOf(refusal(404, 'Not Found'));
  }
}
