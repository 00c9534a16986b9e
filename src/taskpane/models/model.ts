import type { NewSheet } from '../../app/workbook';
import type { DateSystem } from '../../core/dates';
import { MS_PER_DAY, serialFromDays } from '../../core/dates';

/** The dates with which a model begins, as serials of the workbook it is inserted into; they are inputs from then on. */
export interface ModelDates {
  readonly today: number;
  readonly yearEnd: number;
}

/** A small model that is inserted as a sheet of its own. Its name and description are among the pane's texts. */
export interface Model {
  readonly id: 'fx' | 'calendar' | 'filings' | 'credit' | 'dcf';
  readonly create: (dates: ModelDates) => NewSheet;
}

/** @param now the computer's clock, whose own date is meant */
export function modelDates(now: Date, system: DateSystem): ModelDates {
  const serialOf = (month: number, date: number): number => serialFromDays(Date.UTC(now.getFullYear(), month, date) / MS_PER_DAY, system);
  return { today: serialOf(now.getMonth(), now.getDate()), yearEnd: serialOf(11, 31) };
}
