import { RichNumber } from '../core/cell';
import type { FormattedNumber } from '../core/cell';
import type { Outcome } from '../functions/outcome';
import type { ExcelCell, PropertyValue } from './excel-cell';
import type { Features } from './features';

/** A number with its properties in both forms in which it may leave, made once for all cells that show it. */
export interface RichCell {
  readonly rich: ExcelCell[][];
  readonly plain: number[][];
}

/** What a cell of a single rich number shows; undefined for every other outcome, and where Excel knows no properties of numbers. */
export function richCellOf(outcome: Outcome, features: Features): RichCell | undefined {
  const only = Array.isArray(outcome) && outcome.length === 1 && outcome[0]!.length === 1 ? outcome[0]![0] : undefined;
  if (!(only instanceof RichNumber) || features.formattedAs !== 'Double') return undefined;
  return (only.shown as RichCell | undefined) ?? show(only);
}

function show(cell: RichNumber): RichCell {
  const { value, format, properties } = cell;
  const rich = { type: 'Double', basicValue: value, numberFormat: format, properties: Object.fromEntries(Object.entries(properties).map(propertyOf)) } as const;
  return cell.shown = { rich: [[rich]], plain: [[value]] } satisfies RichCell;
}

function propertyOf([name, value]: readonly [string, number | string | FormattedNumber]): [string, PropertyValue] {
  if (typeof value === 'string') return [name, { type: 'String', basicValue: value }];
  return [name, typeof value === 'number' ? { type: 'Double', basicValue: value } : { type: 'Double', basicValue: value.value, numberFormat: value.format }];
}
