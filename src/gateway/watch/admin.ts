import type { Metrics } from './metrics';

interface AdminSources {
  readonly metrics: Metrics;
  /** Why this node should receive no requests now; undefined if it should. */
  readonly notReady: () => string | undefined;
  readonly status: () => Response;
  /** Why a request is refused; undefined if it is answered. */
  readonly problemOf: (headers: Headers) => string | undefined;
}

/**
 * The operator's port: whether the node is alive, whether it should receive requests, its metrics, and a page of them.
 */
export function createAdmin({
  metrics,
  notReady,
  status,
  problemOf,
}: AdminSources): (request: Request) => Response | Promise<Response> {
  return (request) => {
    const problem = problemOf(request.headers);
    if (problem !== undefined) return new Response(`${problem}\n`, { status: 403 });
    switch (new URL(request.url).pathname) {
      case '/healthz':
        return new Response('ok\n');
      case '/readyz': {
        const problem = notReady();
        return problem === undefined ? new Response('ready\n') : new Response(`${problem}\n`, { status: 503 });
      }
      case '/metrics':
        return metrics.text();
      case '/status':
        return status();
      default:
        return new Response('Not Found\n', { status: 404 });
    }
  };
}
