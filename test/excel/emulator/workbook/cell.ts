import type { CellResult } from '../cell-result';
import { UnknownCallError } from '../process-query';

export type Value = string | number | boolean;

/** A cell as Excel keeps it. Blank cells are not kept. */
export interface Cell {
  readonly value: Value;
  readonly isError: boolean;
  readonly formula?: string;
  /** The number format that came with a value of a function. */
  readonly valueFormat?: string;
  /** The icon that came with it, which Excel shows beside it. */
  readonly icon?: string;
}

export const BLANK: Cell = { value: '', isError: false };

const ERROR = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!)$/;

/**
 * What becomes of a constant that is entered: Excel reads numbers, flags and errors out of texts, unless an apostrophe
 * stands before them.
 */
export function constant(entered: Value): Cell {
  if (typeof entered !== 'string') return { value: entered, isError: false };
  if (entered.startsWith("'")) return { value: entered.slice(1), isError: false };
  if (ERROR.test(entered)) return { value: entered, isError: true };
  if (/^(?:true|false)$/i.test(entered)) return { value: entered.toLowerCase() === 'true', isError: false };
  if (/^-?\d+(?:\.\d+)?$/.test(entered)) return { value: Number(entered), isError: false };
  if (/^[+@-]|\d/.test(entered)) throw new UnknownCallError(`What Excel makes of "${entered}" is not emulated`);
  return { value: entered, isError: false };
}

/** The rows of cells that a function's result fills. */
export function cellsOf(result: CellResult): Cell[][] {
  if ('error' in result) return [[{ value: result.error, isError: true }]];
  const rows = Array.isArray(result.value) ? (result.value as unknown[][]) : [[result.value]];
  return rows.map((row) => row.map(cellOfValue));
}

function cellOfValue(value: unknown): Cell {
  if (typeof value === 'object' && value !== null) {
    const { type, basicValue, numberFormat, layouts } = value as {
      type: string;
      basicValue: Value;
      numberFormat?: string;
      layouts?: { compact: { icon: string } };
    };
    return {
      value: basicValue,
      isError: type === 'Error',
      ...(numberFormat !== undefined && { valueFormat: numberFormat }),
      ...(layouts && { icon: layouts.compact.icon }),
    };
  }
  return { value: (value ?? '') as Value, isError: false };
}
