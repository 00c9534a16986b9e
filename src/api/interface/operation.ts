import type { Column } from '../../core/columns';

/** One parameter of an operation. Where the interface document shows no name or type, the row is `assumed`. */
export interface OperationParameter {
  /** What the product calls it; also its wire name unless `wire` says otherwise. */
  readonly name: string;
  readonly wire?: string;
  /** What worksheet functions call it, where that is another name. */
  readonly argument?: string;
  readonly in: 'path' | 'query';
  readonly type: 'text' | 'texts' | 'integer' | 'number' | 'date' | 'unix';
  readonly isRequired?: true;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly default?: string | number;
  readonly values?: readonly string[];
  readonly isAssumed?: true;
}

/**
 * How a 200 body is built: `array` of records, `items` (an object whose items are records), `page` (items with
 * cursors), `object` (one record), `filings`, `scores`, or `any` where no shape is published.
 */
export type AnswerShape = 'array' | 'items' | 'page' | 'object' | 'filings' | 'scores' | 'any';

export type Area = 'currencies' | 'crypto' | 'indices' | 'stocks' | 'commodities';
export const AREAS: readonly Area[] = ['currencies', 'crypto', 'indices', 'stocks', 'commodities'];

export interface Operation {
  /** "GET /stocks/markets": unique, and how the interface document writes it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  readonly shape: AnswerShape;
  /** The fields of one record; empty where none are published. */
  readonly record: readonly Column[];
  /** The parameter whose values of one recalculation may be joined into one request. */
  readonly batchBy?: string;
  /** How long an answer stays fresh, in seconds. */
  readonly freshSeconds: number;
  /** True where the interface document does not show parameters and payload. */
  readonly isAssumed: boolean;
}

/** The name that goes over the wire, which a setting may override where the document shows none. */
export function wireName(operation: Operation, parameter: OperationParameter, overrides: WireNames = {}): string {
  return overrides[`${operation.id} ${parameter.name}`] ?? parameter.wire ?? parameter.name;
}

/** What a message calls it. */
export const argumentName = ({ argument, name }: OperationParameter): string => argument ?? name;

/** "GET /stocks/filings ticker" → the service's own name for it. */
export type WireNames = Readonly<Record<string, string>>;
