import { isRefusal } from './access/people';
import { Refusals } from './access/refusals';
import type { TokenRecord } from './access/token';
import type { GatewayOptions, Sender } from './gateway-options';
import type { About } from './interface/about';
import { describeGateway } from './interface/description';
import type { Operations } from './interface/operations';
import { type Answered, FAULT, refusal, responseOf } from './interface/replies';
import { type Route, routeOf } from './interface/route';
import { readUpload } from './interface/upload-body';
import { readAgeLimits } from './interface/age-limits';
import { Asking } from './memory/asking';
import type { Upstream } from './memory/upstream';
import { answerNode, NODE_HEADER, readAsker } from './nodes/node-talk';

/** What answers requests under /api. */
interface Answering {
  readonly about: About;
  readonly operations: Operations;
  readonly upstream: Upstream;
  /** Called with an error that nobody expected. */
  readonly onFault: (error: unknown) => void;
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
    private readonly options: Pick<
      GatewayOptions,
      'people' | 'guard' | 'allowsPost' | 'watchers' | 'onPerson' | 'isNode'
    >,
    private readonly answering: Answering,
  ) {}

  async answer(request: Request, path: string, search: string, sender: Sender): Promise<Response> {
    const startedAt = performance.now();
    const { people, watchers = [], onPerson, isNode } = this.options;
    const { headers } = request;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routeOf(method, path);
    const apiRequest: ApiRequest = { request, method, path, search, route };
    const secret = headers.get(NODE_HEADER);
    const isFromNode = secret !== null && isNode?.(secret) === true;
    // Everybody may read the description of the interface.
    const isOpen = isFromNode || (path === '/openapi.json' && people.isTokenNeeded);
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
        isFromNode,
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
    if (isFromNode) {
      if (!this.answering.upstream.isSpeaking)
        return responseOf(refusal(503, 'This node does not speak to the service'));
      const gone = new AbortController();
      const asking = new Asking(readAsker(headers), () => AbortSignal.any([gone.signal, request.signal]));
      return answerNode(this.#answer(apiRequest, true, asking).then(watch).catch(this.#onFault), () => {
        gone.abort();
      });
    }
    const asking = new Asking({ person: visitor?.name ?? '', groups: visitor?.groups }, () => request.signal);
    return responseOf(watch(await (this.#ownAnswer(apiRequest, visitor) ?? this.#answer(apiRequest, false, asking))));
  }

  readonly #onFault = (error: unknown): Answered => {
    this.answering.onFault(error);
    return FAULT;
  };

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

  async #answer({ request, search, route }: ApiRequest, isFromNode: boolean, asking: Asking): Promise<Answered> {
    const { operations } = this.answering;
    if (!route) return refusal(404, 'Not Found');
    if (route.operation.method === 'GET')
      return operations.answer({
        ...route,
        search,
        ageLimits: readAgeLimits(request.headers.get('cache-control')),
        isFromNode,
        asking,
      });
    if (!this.options.allowsPost && !isFromNode)
      return refusal(403, 'This gateway does not accept uploads: its administrator can allow them');
    const body = await readUpload(request);
    return typeof body === 'string' ? operations.upload(route, search, body, asking) : body;
  }
}
