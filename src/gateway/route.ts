import { isBrace, type Operation, type ValidationProblem } from '../api/interface/operation';
import { OPERATIONS } from '../api/operations';

export interface Route {
  readonly operation: Operation;
  /** The path to send: the operation's path with its values encoded again, whatever the request looked like. */
  readonly path: string;
  /** The reason why a value of the path is refused; then nothing may be sent. */
  readonly problem?: ValidationProblem;
}

const [FIXED, WITH_BRACES] = [
  OPERATIONS.filter(({ path }) => !path.includes('{')),
  OPERATIONS.filter(({ path }) => path.includes('{')),
];
const BY_PATH = new Map<string, Route>(
  FIXED.map((operation) => [`${operation.method} ${operation.path}`, { operation, path: operation.path }]),
);
const TEMPLATES = WITH_BRACES.map((operation) => ({ operation, names: operation.path.split('/') }));

/**
 * The route of a method and a path such as "/stocks/AAPL/scores"; undefined if the service has no such operation.
 * @param added operations that only the service's description has
 */
export function routeOf(method: string, path: string, added: readonly Operation[] = []): Route | undefined {
  const fixed = BY_PATH.get(`${method} ${path}`);
  if (fixed) return fixed;
  const segments = path.split('/');
  const others = added
    .map((operation) => ({ operation, names: operation.path.split('/') }))
    .sort((one, other) => one.names.filter(isBrace).length - other.names.filter(isBrace).length);
  for (const { operation, names } of [...TEMPLATES, ...others]) {
    const isFit =
      operation.method === method &&
      names.length === segments.length &&
      names.every((name, index) => (isBrace(name) ? segments[index] !== '' : name === segments[index]));
    if (isFit) return withValues(operation, names, segments);
  }
  return undefined;
}

function withValues(operation: Operation, names: readonly string[], segments: readonly string[]): Route {
  const sent: string[] = [];
  for (const [index, name] of names.entries()) {
    const segment = segments[index]!;
    const value = isBrace(name) ? readValue(segment) : segment;
    const isTooLong = (value ?? '').length > MAX_VALUE_LENGTH;
    if (value === undefined || isTooLong) {
      const what = isTooLong ? { msg: TOO_LONG, type: 'string_too_long' } : { msg: NOT_A_VALUE, type: 'value_error' };
      return { operation, path: operation.path, problem: { loc: ['path', name.slice(1, -1)], ...what } };
    }
    sent.push(isBrace(name) ? encodeURIComponent(value) : value);
  }
  return { operation, path: sent.join('/') };
}

/** No service has longer names, and requested names are kept in memory for a while. */
export const MAX_VALUE_LENGTH = 200;
const TOO_LONG = `String should have at most ${MAX_VALUE_LENGTH} characters`;
const NOT_A_VALUE = 'Value should be a name without slashes, "#", "?", control characters, "." or ".." alone';
/** Values that are or may become another path, including doubly encoded ones and ".." with parameters. */
const OTHER_PATH = /[/\\#?\p{Cc}\p{Zl}\p{Zp}]|%[0-9a-f]{2}|^\.{1,2}(?:;|$)/iu;

/** A value of a path, decoded once; undefined if a proxy or the service could take it for something else. */
function readValue(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment);
    return OTHER_PATH.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether a path and query lead to this operation even as other servers on the way may read them. */
export function leadsTo(operation: Operation, address: string, added: readonly Operation[] = [operation]): boolean {
  const { id, method } = operation;
  const { pathname } = splitAddress(`http://service.invalid${address}`);
  const route = routeOf(method, pathname, added);
  const read = new URL(`http://service.invalid${address}`);
  const isSame = route?.path === pathname && read.pathname === pathname && !address.includes('#');
  return isSame && route.problem === undefined && route.operation.id === id;
}

/** Whether a path and query lead to some operation, so that the key may be sent with them. */
export function isOperation(method: Operation['method'], address: string, added: readonly Operation[]): boolean {
  const route = routeOf(method, splitAddress(`http://service.invalid${address}`).pathname, added);
  return route !== undefined && leadsTo(route.operation, address, added);
}

/** Path and query, without the cost of a URL object. */
export function splitAddress(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const question = url.indexOf('?', start);
  return question < 0
    ? { pathname: url.slice(start), search: '' }
    : { pathname: url.slice(start, question), search: url.slice(question + 1) };
}
