import {
  ArrayValueObject,
  type BaseFunction,
  type BaseValueObject,
  functionDate,
  NumberValueObject,
} from '@univerjs/preset-sheets-core';
import { daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';

type NamedFunction = readonly [implementation: { readonly prototype: BaseFunction }, name: string];

/**
 * Mends: the engine's EDATE goes beyond the end of a shorter month: a month after 31 January it finds 3 March. Here it
 * finds the last day of February.
 *
 * Can go when test/browser/workbench.test.ts, "finds the same day of another month, or its last one", passes without it.
 */
export function stayInMonths(): void {
  const [Edate] = (functionDate as unknown as readonly NamedFunction[]).find(([, name]) => name === 'EDATE')!;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { calculate } = Edate.prototype;
  Edate.prototype.calculate = function (start: BaseValueObject, months: BaseValueObject) {
    const dates = calculate.call(this, start, months);
    if (!(dates instanceof ArrayValueObject)) return dates;
    return dates.mapValue((date, row, column) => {
      if (!date.isNumber()) return date;
      const serial = Number(date.getValue());
      const isInMonth = dayOf(serial) === dayOf(Number(valueIn(start, row, column).getValue()));
      return isInMonth ? date : NumberValueObject.create(serial - dayOf(serial), date.getPattern());
    });
  };
}

/** The day of the month of a serial. */
const dayOf = (serial: number): number =>
  new Date(daysFromSerial(Math.floor(serial), '1900') * MS_PER_DAY).getUTCDate();

/** One value, row or column stands for all. */
function valueIn(values: BaseValueObject, row: number, column: number): BaseValueObject {
  if (!(values instanceof ArrayValueObject)) return values;
  const at = values.getRowCount() === 1 ? 0 : row;
  return values.get(at, values.getColumnCount() === 1 ? 0 : column)!;
}
