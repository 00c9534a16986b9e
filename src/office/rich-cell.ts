import type { FormattedNumber } from '../core/cell';
import { MarkedNumber, RichNumber } from '../core/cell';
import type { Outcome } from '../functions/outcome';
import type { PropertyValue } from './excel-cell';
import { markedCell } from './excel-cell';
import { customFunctionsError } from './excel-error';
import type { Features } from './features';
import type { ExcelResult } from './to-excel';

/** A number with its properties in both forms in which it may leave. */
export interface RichCell {
  readonly rich: ExcelResult;
  /** Throws, as Excel wants it, where the cell without its properties is an error. */
  plain(): ExcelResult;
}

/** What a cell of a single number with properties shows; undefined for every other outcome, and where Excel knows no properties of numbers. */
export function richCellOf(outcome: Outcome, result: 'matrix' | 'scalar', features: Features): RichCell | undefined {
  const only = Array.isArray(outcome) && outcome.length === 1 && outcome[0]!.length === 1 ? outcome[0]![0] : undefined;
  const isRich = only instanceof RichNumber || only instanceof MarkedNumber;
  if (!isRich || features.formattedAs !== 'Double') return undefined;
  return only instanceof RichNumber ? (only.shown as RichCell | undefined) ?? show(only) : showMarked(only, result, features);
}

/** Made once for all cells that show it. */
function show(cell: RichNumber): RichCell {
  const { value, format, properties } = cell;
  const rich = { type: 'Double', basicValue: value, numberFormat: format, properties: Object.fromEntries(Object.entries(properties).map(propertyOf)) } as const;
  const plain = [[value]];
  return cell.shown = { rich: [[rich]], plain: () => plain } satisfies RichCell;
}

function showMarked(cell: MarkedNumber, result: 'matrix' | 'scalar', features: Features): RichCell {
  const rich = markedCell(cell, features);
  return { rich: result === 'matrix' ? [[rich]] : rich, plain() { throw customFunctionsError(cell.error); } };
}

function propertyOf([name, value]: readonly [string, number | string | FormattedNumber]): [string, PropertyValue] {
  if (typeof value === 'string') return [name, { type: 'String', basicValue: value }];
  return [name, typeof value === 'number' ? { type: 'Double', basicValue: value } : { type: 'Double', basicValue: value.value, numberFormat: value.format }];
}
