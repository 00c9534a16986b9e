import { QUOTE } from '../../api/interface/quote-operations';
import { hostOf, type Settings } from '../../app/settings';
import { BLANK, type Cell, type FormattedNumber, isFormatted, type Matrix, RichNumber } from '../../core/cell';
import { type Column, columnsNamed, errorRow, type Row } from '../../core/columns';
import type { DateSystem } from '../../core/calendar/dates';
import { CellError } from '../../core/errors';
import { priceFormat } from '../../core/prices';
import { cellBy, QUOTE_CELLS, type View } from '../../core/field-to-cell';
import type { Slot } from '../parameters/symbols';

const ALONGSIDE = columnsNamed(QUOTE, ['timestamp', 'bid', 'ask']);

/** How quotes become cells, whatever their symbol. */
export class QuotePlan {
  readonly #columns: readonly Column[];
  readonly #view: View;

  constructor(
    readonly fields: readonly string[],
    readonly hasHeaders: boolean,
    readonly dateSystem: DateSystem,
    private readonly precision: number | undefined,
  ) {
    this.#columns = columnsNamed(QUOTE, fields);
    this.#view = { zone: 'utc', dateSystem };
  }

  /** Whether a single quote is a single cell. */
  get isOneCell(): boolean {
    return this.fields.length === 1 && !this.hasHeaders;
  }

  cellsOf(row: Slot<Row>): Cell[] {
    if (row instanceof CellError) return errorRow(row, this.#columns);
    if (row === undefined) return this.#columns.map(() => BLANK);
    const format = this.#formatOf(row);
    return this.#columns.map((column) => this.#cellOf(row, column, format));
  }

  /** The cell of a formula with one symbol and one field. A number carries the rest of its quote as properties. */
  show(row: Slot<Row>, settings: Settings): Matrix {
    const cells = this.cellsOf(row);
    const [only] = cells as [Cell];
    const isNumber = isFormatted(only) || typeof only === 'number';
    return isNumber && row !== undefined && !(row instanceof CellError)
      ? [[this.#withProperties(only, row, settings)]]
      : [cells];
  }

  #withProperties(cell: number | FormattedNumber, row: Row, settings: Settings): RichNumber {
    const [asOf, bid, ask] = ALONGSIDE.map((column) => this.#plainCell(row, column));
    const properties = { asOf, bid, ask, source: hostOf(settings) };
    const present = Object.entries(properties).filter(
      (entry): entry is [string, number | string | FormattedNumber] => !(entry[1] instanceof CellError),
    );
    const { value, format: ownFormat } = isFormatted(cell) ? cell : { value: cell, format: 'General' };
    return new RichNumber(value, ownFormat, Object.fromEntries(present));
  }

  #formatOf({ ask, bid, mid }: Row): string | undefined {
    return priceFormat([ask, bid, mid], this.precision);
  }

  #plainCell(row: Row, column: Column): Cell {
    return cellBy(QUOTE_CELLS[column.kind as keyof typeof QUOTE_CELLS], row[column.name], column, this.#view);
  }

  #cellOf(row: Row, column: Column, priceFormatOfRow: string | undefined): Cell {
    const cell = this.#plainCell(row, column);
    return typeof cell === 'number' && priceFormatOfRow !== undefined
      ? { value: cell, format: priceFormatOfRow }
      : cell;
  }
}
