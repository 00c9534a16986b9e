const ALLOWED_HEADERS = 'api-key, content-type';
const PREFLIGHT_SECONDS = '600';

export const isPreflight = (request: Request): boolean => request.method === 'OPTIONS';

/** Lets pages of any origin send the api-key header, and pages of the public web reach this computer. */
export function preflightAnswer(request: Request): Response {
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  });
  if (request.headers.get('access-control-request-private-network') === 'true') {
    headers.set('access-control-allow-private-network', 'true');
  }
  return new Response(null, { status: 204, headers });
}

/** Lets pages of any origin read the answer and its Retry-After. Answers age at once, so nobody may store them. */
export function withCors(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Retry-After');
  response.headers.set('cache-control', 'no-store');
  return response;
}
