import { QUOTE } from '../api/records';
import type { Cell, Matrix } from '../core/cell';
import { BLANK } from '../core/cell';
import type { Column, Row } from '../core/columns';
import { columnsNamed, errorRow } from '../core/columns';
import type { DateSystem } from '../core/dates';
import { CellError } from '../core/errors';
import type { View } from '../core/table';
import { cellOf } from '../core/table';
import type { Place } from './parameters/symbols';

/** How a quote becomes cells, whatever its symbol. */
export class QuotePlan {
  readonly #columns: readonly Column[];
  readonly #view: View;

  constructor(readonly fields: readonly string[], readonly hasHeaders: boolean, readonly dateSystem: DateSystem) {
    this.#columns = columnsNamed(QUOTE, fields);
    this.#view = { zone: 'utc', dateSystem };
  }

  /** Whether a single quote is a single cell. */
  get isOneCell(): boolean {
    return this.fields.length === 1 && !this.hasHeaders;
  }

  cellsOf(row: Place<Row>): Cell[] {
    if (row instanceof CellError) return errorRow(row, this.#columns);
    return this.#columns.map((column) => (row === undefined ? BLANK : cellOf(row[column.name], column, this.#view)));
  }

  /** What a formula of one symbol shows. */
  show(row: Place<Row>): Matrix {
    return this.hasHeaders ? [[...this.fields], this.cellsOf(row)] : [this.cellsOf(row)];
  }
}
