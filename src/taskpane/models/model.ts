import type { NewSheet } from '../../app/new-sheet';
import { type DateSystem, MS_PER_DAY, serialFromDays } from '../../core/calendar/dates';
import { dayFromIso } from '../../core/calendar/iso-dates';
import type { ModelTexts } from './texts/model-texts';

/** The dates with which a model begins, as serials of the workbook it is inserted into; they are inputs from then on. */
export interface ModelDates {
  readonly today: number;
  readonly yearEnd: number;
  /** Of "2024-12-31". */
  readonly of: (iso: string) => number;
}

/** A small model that is inserted as a sheet of its own. Its name and description are among the pane's texts. */
export interface Model {
  readonly id: 'fx' | 'calendar' | 'filings' | 'credit' | 'dcf';
  /** The sheet in the language of the texts. A figure that rests on data which are missing says so: never a verdict, a gain or a total. */
  readonly create: (dates: ModelDates, texts: ModelTexts) => NewSheet;
}

/** @param now the computer's clock, whose own date is meant */
export function modelDates(now: Date, system: DateSystem): ModelDates {
  const serialOf = (month: number, date: number): number =>
    serialFromDays(Date.UTC(now.getFullYear(), month, date) / MS_PER_DAY, system);
  return {
    today: serialOf(now.getMonth(), now.getDate()),
    yearEnd: serialOf(11, 31),
    of: (iso) => serialFromDays(dayFromIso(iso)!, system),
  };
}
