import { isBrace } from '../../api/interface/find-operation';
import type { Operation } from '../../api/interface/operation';
import { OPERATIONS } from '../../api/operations';

const [FIXED, WITH_BRACES] = [
  OPERATIONS.filter(({ path }) => !path.includes('{')),
  OPERATIONS.filter(({ path }) => path.includes('{')),
];
const BY_PATH = new Map(FIXED.map((operation) => [`${operation.method} ${operation.path}`, operation]));
const TEMPLATES = WITH_BRACES.map((operation) => ({ operation, names: operation.path.split('/') }));

/**
 * The operation for a method and a path such as "/stocks/AAPL/scores", routed exactly like the service; undefined if
 * there is none.
 */
export function routeOf(method: string, path: string): Operation | undefined {
  const fixed = BY_PATH.get(`${method} ${path}`);
  if (fixed) return fixed;
  const segments = path.split('/');
  return TEMPLATES.find(
    ({ operation, names }) =>
      operation.method === method &&
      names.length === segments.length &&
      names.every((name, index) => (isBrace(name) ? segments[index] !== '' : name === segments[index])),
  )?.operation;
}

/** The service's area of an operation: the first segment of its path, such as "stocks". */
export const areaOf = ({ path }: Operation): string => path.split('/')[1]!;

/** Path and query, without the cost of a URL object. */
export function splitAddress(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const question = url.indexOf('?', start);
  return question < 0
    ? { pathname: url.slice(start), search: '' }
    : { pathname: url.slice(start, question), search: url.slice(question + 1) };
}
