import { type Cell, isFormatted } from '../../core/cell';
import {
  CLOCK_FORMAT,
  DATE_FORMAT,
  type DateSystem,
  EXACT_TIME_FORMAT,
  daysFromSerial,
  TIME_FORMAT,
  MS_PER_DAY,
} from '../../core/calendar/dates';
import { CellError } from '../../core/errors';

/** A cell as a sheet would show it, with dates and times in their formats. `write` formats numbers for the user. */
export function cellText(cell: Cell, system: DateSystem, write: (value: number) => string): string {
  if (cell instanceof CellError) return cell.code;
  if (isFormatted(cell)) return momentText(cell.value, cell.format, system) ?? write(cell.value);
  if (typeof cell === 'number') return write(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

/** A date or time as a sheet would show it; undefined if the format is not for dates or times. */
export function momentText(serial: number, format: string, system: DateSystem): string | undefined {
  const days = format === CLOCK_FORMAT ? serial : daysFromSerial(serial, system);
  const iso = (): string => new Date(Math.round(days * MS_PER_DAY)).toISOString();
  switch (format) {
    case DATE_FORMAT:
      return iso().slice(0, 10);
    case TIME_FORMAT:
      return iso().slice(0, 19).replace('T', ' ');
    case EXACT_TIME_FORMAT:
      return iso().slice(0, 23).replace('T', ' ');
    case CLOCK_FORMAT:
      return iso().slice(11, 16);
    default:
      return undefined;
  }
}
