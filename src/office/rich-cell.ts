import { type FormattedNumber, MarkedNumber, RichNumber } from '../core/cell';
import type { Outcome } from '../functions/evaluate/invoke';
import { type ExcelCell, type ExcelResult, jsonBytes, type PropertyValue } from './excel-message';
import type { Features } from './features';
import { customFunctionsError, markedCell } from './to-excel';

/** A number with its format and, if wanted, its properties, in both forms that can be sent. */
export interface RichCell {
  readonly rich: ExcelResult;
  /** An upper bound of its size in a message, where quotation marks are escaped. */
  readonly bytes: number;
  /** Throws, as Excel expects, if the cell without its properties is an error. */
  plain(): ExcelResult;
}

/** The size of a last value, at most. */
const BYTES_WITH_MARK = 400;
/** What Excel's client adds to a result: its number, whether it succeeded. */
export const BYTES_AROUND = 30;

/** What a host stores with a number that thousands of cells show. */
interface PresentedCell extends RichCell {
  readonly hasProperties: boolean;
}

/**
 * The cell of a single number with properties or a mark; undefined for all other outcomes, and if Excel does not
 * support formatted values.
 */
export function richCellOf(outcome: Outcome, result: 'matrix' | 'scalar', features: Features): RichCell | undefined {
  const only = Array.isArray(outcome) && outcome.length === 1 && outcome[0]!.length === 1 ? outcome[0]![0] : undefined;
  // A result that is no number, such as 1E+308 euros in yen, gets its error from toExcel.
  if (only instanceof RichNumber && Number.isFinite(only.value)) return showRich(only, result, features);
  return only instanceof MarkedNumber && features.formattedAs === 'Double'
    ? showMarked(only, result, features)
    : undefined;
}

/** Created once for all cells that show it. */
function showRich(
  cell: RichNumber,
  result: 'matrix' | 'scalar',
  { formattedAs, properties }: Features,
): RichCell | undefined {
  if (formattedAs === 'plain') return undefined;
  const hasProperties = properties !== 'off' && formattedAs === 'Double';
  const cached = cell.shown as PresentedCell | undefined;
  if (cached?.hasProperties === hasProperties) return cached;
  const rich = {
    type: formattedAs,
    basicValue: cell.value,
    numberFormat: cell.format,
    ...(hasProperties && {
      properties: Object.fromEntries(Object.entries(cell.properties).map(propertyOf)),
      // The provider of the data, which stands below the card.
      ...(typeof cell.properties.source === 'string' && { provider: { description: cell.properties.source } }),
    }),
  } as const;
  const plain = laidOut(cell.value, result);
  const bytes = jsonBytes(JSON.stringify(rich)) + BYTES_AROUND;
  const shown: PresentedCell = { hasProperties, rich: laidOut(rich, result), bytes, plain: () => plain };
  cell.shown = shown;
  return shown;
}

function showMarked(cell: MarkedNumber, result: 'matrix' | 'scalar', features: Features): RichCell {
  const rich = markedCell(cell, features);
  return {
    rich: laidOut(rich, result),
    bytes: BYTES_WITH_MARK,
    plain() {
      throw customFunctionsError(cell.error);
    },
  };
}

const laidOut = (cell: ExcelCell, result: 'matrix' | 'scalar'): ExcelResult => (result === 'matrix' ? [[cell]] : cell);

function propertyOf([name, value]: readonly [string, number | string | FormattedNumber]): [string, PropertyValue] {
  if (typeof value === 'string') return [name, { type: 'String', basicValue: value }];
  return [
    name,
    typeof value === 'number'
      ? { type: 'Double', basicValue: value }
      : { type: 'Double', basicValue: value.value, numberFormat: value.format },
  ];
}
