const ALLOWED_HEADERS = 'api-key, content-type';
const PREFLIGHT_SECONDS = '600';

export const isPreflight = (request: Request): boolean => request.method === 'OPTIONS';

/** Lets a page of any origin send the api-key header, from the public web to this computer too. */
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

/** Lets a page of any origin read the answer, and when it may ask again. Answers are of the moment: nobody is to store them. */
export function withCors(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Retry-After');
  response.headers.set('cache-control', 'no-store');
  return response;
}
