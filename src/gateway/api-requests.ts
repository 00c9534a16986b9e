import { isRefusal, Refusals } from './access/people';
import type { TokenRecord } from './access/token';
import type { GatewayOptions, Sender } from './gateway-options';
import { type About, describeGateway } from './interface/about';
import type { Operations } from './interface/operations';
import { type Answered, refusal, responseOf } from './interface/replies';
import { type Route, routeOf } from './interface/route';
import { readUpload } from './interface/upload-body';
import { readAgeLimits } from './interface/age-limits';
import { Asking } from './memory/asking';

/** What answers requests under /api. */
interface Answering {
  readonly about: About;
  readonly operations: Operations;
}

/** A request under /api. HEAD is GET: the server leaves the body out. */
interface ApiRequest {
  readonly request: Request;
  readonly method: string;
  /** Without "/api", as received. */
  readonly path: string;
  readonly search: string;
  /** Undefined if the service has no such operation. */
  readonly route: Route | undefined;
}

/** Everything under /api: who asks, whether they may, and what they get. */
export class ApiRequests {
  readonly #refusals = new Refusals();
  readonly #description = JSON.stringify(describeGateway());

  constructor(
    private readonly options: Pick<GatewayOptions, 'people' | 'guard' | 'allowsPost' | 'watchers' | 'onPerson'>,
    private readonly answering: Answering,
  ) {}

  async answer(request: Request, path: string, search: string, sender: Sender): Promise<Response> {
    const startedAt = performance.now();
    const { people, watchers = [], onPerson } = this.options;
    const { headers } = request;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routeOf(method, path);
    const apiRequest: ApiRequest = { request, method, path, search, route };
    // Everybody may read the description of the interface.
    const isOpen = path === '/openapi.json' && people.isTokenNeeded;
    const visitor = isOpen ? undefined : this.#visitorOf(headers);
    const operation = route?.operation;
    const watch = (answered: Answered): Answered => {
      const inbound = {
        person: visitor === undefined || isRefusal(visitor) ? undefined : visitor.name,
        operation: operation?.id,
        path: sender.path ?? `/api${path}`,
        address: sender.address,
        ms: performance.now() - startedAt,
        answered,
      };
      for (const watcher of watchers) watcher.onInbound(inbound);
      return answered;
    };
    if (visitor !== undefined && isRefusal(visitor))
      return responseOf(watch(await this.#refusals.limit(visitor, sender.address)));
    if (visitor) {
      // The pane asks the gateway who its user is every minute, which does not count as that person's request.
      if (operation) onPerson?.(visitor.name);
      const refused = await people.allow(visitor, operation);
      if (refused) return responseOf(watch(refused));
    }
    const asking = new Asking({ person: visitor?.name ?? '', groups: visitor?.groups }, () => request.signal);
    return responseOf(watch(await (this.#ownAnswer(apiRequest, visitor) ?? this.#answer(apiRequest, asking))));
  }

  /** The person who sent the request, undefined if nobody needs a token, or the answer that refuses it. */
  #visitorOf(headers: Headers): TokenRecord | Answered | undefined {
    const { people, guard } = this.options;
    if (people.isTokenNeeded) return people.find(headers.get('api-key'));
    const problem = guard.problemOf(headers);
    return problem === undefined ? undefined : refusal(403, problem);
  }

  /** Answers about the gateway itself. */
  #ownAnswer({ path, method }: ApiRequest, visitor: TokenRecord | undefined): Answered | undefined {
    if (method !== 'GET') return undefined;
    if (path === '/openapi.json') return { status: 200, body: this.#description };
    if (path !== '/me') return undefined;
    return { status: 200, body: JSON.stringify(this.answering.about.toPerson(visitor)) };
  }

  async #answer({ request, search, route }: ApiRequest, asking: Asking): Promise<Answered> {
    const { operations } = this.answering;
    if (!route) return refusal(404, 'Not Found');
    if (route.operation.method === 'GET')
      return operations.answer({
        ...route,
        search,
        ageLimits: readAgeLimits(request.headers.get('cache-control')),
        isOfNode: false,
        asking,
      });
    if (!this.options.allowsPost)
      return refusal(403, 'This gateway does not accept uploads: its administrator can allow them');
    const body = await readUpload(request);
    return typeof body === 'string' ? operations.upload(route, search, body, asking) : body;
  }
}
