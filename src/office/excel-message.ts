import type { ErrorCode } from '../core/errors';

/** A formula's result in a message to Excel. */
export type ExcelResult = ExcelCell | ExcelCell[][];

export type ExcelCell = number | string | boolean | NumberValue | ExcelError;

/** A number with a number format and, if Excel supports them, properties for formulas such as =A1.asOf. */
interface NumberValue {
  readonly type: 'Double' | 'FormattedNumber';
  readonly basicValue: number;
  readonly numberFormat?: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
  readonly provider?: { readonly description: string };
  readonly layouts?: { readonly compact: { readonly icon: string } };
}

/** A property must be a data type. */
export type PropertyValue = NumberValue | { readonly type: 'String'; readonly basicValue: string };

/** An error as a data type: the only form in which Excel accepts codes such as #REF!. It has no message. */
interface ErrorValue {
  readonly type: 'Error';
  readonly basicType: 'Error';
  readonly basicValue: ErrorCode;
  readonly errorType: string;
}

/** Also a real Error, which Microsoft's types omit. */
export type ThrowableError = CustomFunctions.Error & Error;

export type ExcelError = ThrowableError | ErrorValue;

const encoder = new TextEncoder();

export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
