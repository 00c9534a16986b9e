import type { Column } from '../../core/columns';

export const KEY_HEADER = 'api-key';

/** One parameter of an operation. If the interface document shows no name or type, it is assumed. */
export interface OperationParameter {
  /** The product's name; also the name on the wire unless `wire` differs. */
  readonly name: string;
  readonly wire?: string;
  /** The name in worksheet functions, if it differs. */
  readonly argument?: string;
  /** What its values mean, where code depends on it. Code never decides by the parameter's name. */
  readonly role?:
    'symbol' | 'symbols' | 'exchanges' | 'first-currency' | 'second-currency' | 'amount' | 'start' | 'end' | 'size';
  readonly in: 'path' | 'query';
  readonly type: 'text' | 'texts' | 'integer' | 'number' | 'date' | 'instant' | 'unix';
  /** Its values are sent one by one, each with its name. */
  readonly isRepeated?: true;
  readonly isRequired?: true;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly default?: string | number;
  readonly values?: readonly string[];
  readonly isAssumed?: true;
  /** True if the interface document does not say the minimum. */
  readonly isMinAssumed?: true;
}

/**
 * The structure of a 200 body. `array`: records. `items`: an object whose items are records. `page`: items with
 * cursors. `object`: one record. `filings`, `scores`: an object with those. `any`: not documented.
 */
export type AnswerShape = 'array' | 'items' | 'page' | 'object' | 'filings' | 'scores' | 'any';

/** The service's areas. All have quotes. */
export const AREAS = ['currencies', 'crypto', 'indices', 'stocks', 'commodities'] as const;
export type Area = (typeof AREAS)[number];

/** The kind of answer. `names` are plain lists, such as of countries; `added` operations are not in the table. */
export type OperationKind =
  | 'symbols'
  | 'news'
  | 'conversion'
  | 'quote'
  | 'quotes'
  | 'ticks'
  | 'scores'
  | 'filings'
  | 'markets'
  | 'holidays'
  | 'hours'
  | 'status'
  | 'names'
  | 'usage'
  | 'upload'
  | 'added';

export interface Operation<Id extends string = string, P extends OperationParameter = OperationParameter> {
  /** "GET /stocks/markets": unique, written as in the interface document. */
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly kind: OperationKind;
  /** Undefined if it belongs to none, such as the account's. */
  readonly area?: Area;
  readonly parameters: readonly P[];
  readonly shape: AnswerShape;
  /** The fields of one record; empty if they are not documented. */
  readonly record: readonly Column[];
  /** The parameter whose values in one recalculation may be joined into one request. */
  readonly batchBy?: string;
  readonly freshSeconds: number;
  /** True if the interface document does not show parameters and payload. */
  readonly isAssumed: boolean;
}

/** Whether answers hold current prices, which are refreshed as often as the user wants. */
export const tellsPricesOfNow = ({ kind }: Operation): boolean =>
  kind === 'quote' || kind === 'quotes' || kind === 'conversion';

/** Whether a part of an operation's path stands for a value. */
export const isBrace = (name: string): boolean => name.startsWith('{');

/**
 * How a service differs from the table: "GET /stocks/filings ticker" → its name of the parameter; "GET /stocks/news" →
 * its path; "GET /stocks/quotes symbols length" → its longest list; "base" → the prefix of every path.
 */
export type WireNames = Readonly<Record<string, string>>;

/** The parameter's name on the wire. Settings may override it if the interface document does not show one. */
export const wireName = (operation: Operation, parameter: OperationParameter, overrides: WireNames = {}): string =>
  overrides[`${operation.id} ${parameter.name}`] ?? parameter.wire ?? parameter.name;

/** Maximum length of a parameter's text or list, in characters; NaN if it has none. */
export const listLength = ({ id }: Operation, { name, maxLength }: OperationParameter, names: WireNames): number =>
  Number(names[`${id} ${name} length`] ?? maxLength);

/** The parameter's name in messages. */
export const argumentName = ({ argument, name }: OperationParameter): string => argument ?? name;

/** An operation that only the service's own description has. Its pages are recognized from its answers. */
export interface AddedOperation extends Operation {
  readonly summary: string;
  /** The fields that lead to the list of its records, if the description has one. */
  readonly place?: readonly string[];
}

/** A parameter without which a request is not sent. */
export type RequiredParameter = OperationParameter & { readonly isRequired: true };

/** One entry of a 422 body: the field, the message and the type of mistake. */
export interface ValidationProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}
