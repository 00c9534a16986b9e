import { nearest } from '../../core/nearest';
import type { Operation } from './operation';
import { OPERATIONS } from '../operations';

const READS = OPERATIONS.filter(({ method }) => method === 'GET');

/** An operation with a matching path, and the values of its braces. */
export interface Fit {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/** The GET operation for a path such as "/stocks/AAPL/scores". Case matters only in the values of the braces. */
export function findOperation(path: string): Fit | undefined {
  const segments = path.split('/');
  for (const operation of READS) {
    const names = operation.path.split('/');
    const isFit =
      names.length === segments.length &&
      names.every((name, index) => (isBrace(name) ? segments[index] !== '' : name === segments[index]!.toLowerCase()));
    if (!isFit) continue;
    return {
      operation,
      values: Object.fromEntries(
        names.flatMap((name, index) => (isBrace(name) ? [[name.slice(1, -1), segments[index]!]] : [])),
      ),
    };
  }
  return undefined;
}

/** The path that was probably meant, with its braces filled from the given path. */
export function nearestPath(path: string): string | undefined {
  const segments = path.split('/');
  return nearest(
    path,
    READS.map((operation) => {
      const names = operation.path.split('/');
      const filled = names.map((name, index) => (isBrace(name) && segments[index] !== '' ? segments[index] : name));
      return names.length === segments.length ? filled.join('/') : operation.path;
    }),
  );
}

export const isBrace = (name: string): boolean => name.startsWith('{');
