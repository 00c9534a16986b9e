import type { Column } from '../../core/columns';
import { isRecord } from '../../core/is-record';
import { isValid } from '../../core/valid-records';
import { type Operation, wireName, type WireNames } from '../../api/interface/operation';
import { decode } from '../../api/transport/decode';
import { requestPath } from '../../api/transport/request';
import { readValidationErrors } from '../../api/transport/validation-errors';
import { smallestValues } from './samples';

/** One answer of the service. */
export interface Probe {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface Finding {
  readonly operation: string;
  /** The exact differences from the table of operations; empty if there are none. */
  readonly differences: readonly string[];
  /** The service's own names of parameters that differ from the table. */
  readonly names: WireNames;
  readonly status: number;
}

/**
 * Sends one operation in its smallest form; once more if the service names a parameter that the table calls
 * differently.
 */
export async function checkOperation(
  operation: Operation,
  ask: (path: string) => Promise<Probe>,
  nowMs: number,
): Promise<Finding> {
  const values = smallestValues(operation, nowMs);
  const first = await ask(requestPath(operation, values));
  const names = first.status === 422 ? missingNames(operation, first.body, values) : {};
  const answer = Object.keys(names).length === 0 ? first : await ask(requestPath(operation, values, names));
  const renamed = Object.entries(names).map(
    ([key, wire]) => `parameter ${key.split(' ').at(-1)!}: the service calls it "${wire}"`,
  );
  return {
    operation: operation.id,
    names,
    status: answer.status,
    differences: [...renamed, ...differencesOf(operation, answer)],
  };
}

/** If the service misses a required parameter that we sent under another name, that is its name. */
function missingNames(operation: Operation, body: string, values: Readonly<Record<string, unknown>>): WireNames {
  const missing = readValidationErrors(body)
    .filter(({ location, type }) => location[0] === 'query' && type === 'missing')
    .map(({ location }) => location[1]!)
    .filter((name) => !operation.parameters.some((one) => wireName(operation, one) === name));
  const sent = operation.parameters.filter(({ name, in: place }) => place === 'query' && name in values);
  return missing.length === 1 && sent.length === 1 ? { [`${operation.id} ${sent[0]!.name}`]: missing[0]! } : {};
}

function differencesOf(operation: Operation, { status, body }: Probe): string[] {
  if (status === 422) {
    const errors = readValidationErrors(body).map(({ location, text }) => `${location.join('.')}: ${text}`);
    return [`status 422: ${errors.join('; ') || 'without a reason'}`];
  }
  if (status !== 200) return [`status ${status}`];
  try {
    const { rows, body: whole } = decode(operation, body);
    return operation.record.length === 0 || operation.shape === 'scores'
      ? []
      : recordDifferences(rows, operation.record, whole);
  } catch (error) {
    return [error instanceof Error ? error.message.split(':')[0]! : 'an answer that cannot be read'];
  }
}

function recordDifferences(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly Column[],
  body: unknown,
): string[] {
  const [row] = rows;
  if (row === undefined) return isRecord(body) || Array.isArray(body) ? [] : ['no records'];
  const top = columns.filter(({ name }) => !name.includes('.'));
  const documented = new Set(columns.map(({ name }) => name.split('.')[0]!));
  return [
    ...top.filter(({ name, nullable }) => !(name in row) && !nullable).map(({ name }) => `field ${name} is missing`),
    ...top
      .filter((column) => column.name in row && !isValid(row, [column]))
      .map(({ name, kind }) => `field ${name} is not of the kind ${kind}`),
    ...Object.keys(row)
      .filter((name) => !documented.has(name))
      .map((name) => `field ${name} is new`),
  ];
}
