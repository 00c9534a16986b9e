import { ArrayValueObject } from '@univerjs/preset-sheets-core';
import type { BaseValueObject, FunctionVariantType } from '@univerjs/preset-sheets-core';
import { CellError } from '../core/errors';
import type { ErrorCode } from '../core/errors';

const PENDING = '#GETTING_DATA';

/** The engine's value → a raw argument: blank cells and omitted arguments are null, errors CellError, ranges rows. */
export function argumentOf(variant: FunctionVariantType): unknown {
  if (variant.isReferenceObject()) return null;
  if (variant instanceof ArrayValueObject) return variant.getArrayValue().map((row) => row.map((cell) => scalarOf(cell ?? null)));
  return scalarOf(variant as BaseValueObject);
}

function scalarOf(value: BaseValueObject | null): unknown {
  if (value === null || value.isNull()) return null;
  if (value.isError()) return new CellError(String(value.getValue()) as ErrorCode);
  return value.getValue();
}

const isPendingCell = (value: unknown): boolean => value instanceof CellError && value.code === PENDING;

/** Whether an argument waits for a cell that is itself still waiting: asking now would ask the wrong question. */
export const isPending = (argument: unknown): boolean =>
  Array.isArray(argument) ? argument.some((row: unknown[]) => row.some(isPendingCell)) : isPendingCell(argument);
