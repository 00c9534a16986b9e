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
import type { PriceTime } from '../../app/workbook/cells';
import type { Language } from './language';
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

/** "15 minutes", as the freshness of quotes: in the largest unit that fits. */
export function freshText(seconds: number, language: Language): string {
  if (seconds === 0) return language.texts.settings.untilRefreshed;
  const [unit, count] = wholeUnits(seconds);
  return language.fill(language.texts.settings[unit], { count });
}

/** A number of seconds in the largest unit of which it is a multiple. */
export function wholeUnits(seconds: number): readonly [unit: 'hours' | 'minutes' | 'seconds', count: number] {
  if (seconds % 3600 === 0) return ['hours', seconds / 3600];
  return seconds % 60 === 0 ? ['minutes', seconds / 60] : ['seconds', seconds];
}

/** "price of Nov 20, 2026, 9:00 PM", to stand behind another text. Empty if there is no price. */
export function priceTimeText(price: PriceTime | undefined, language: Language): string {
  if (price === undefined) return '';
  const { oldestPricedAt, pricedAt } = language.texts.cells;
  return ` · ${language.fill(price.isOldest ? oldestPricedAt : pricedAt, { time: language.dateTime(price.at) })}`;
}

/** The number of names that are read at a glance. */
const MAX_NAMES = 3;

export const fewOf = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' …' : '');
