import { type DateSystem, serialFromDays, MS_PER_DAY } from '../../core/calendar/dates';
import { dayFromIso } from '../../core/calendar/iso-dates';
import type { ModelTexts } from './texts/model-texts';
import type { NewSheet } from '../../app/host';

/**
 * The dates with which a model starts, as serials of the workbook that it is inserted into. They are inputs from then
 * on.
 */
interface ModelDates {
  readonly today: number;
  readonly yearEnd: number;
  /** The serial of a date such as "2024-12-31". */
  readonly of: (iso: string) => number;
}

/** A small model that is inserted as a sheet. Its name and description are in the pane's texts. */
export interface Model {
  readonly id: 'fx' | 'calendar' | 'filings' | 'credit' | 'dcf';
  /**
   * The sheet in the texts' language. A figure with missing data says so: it never shows a verdict, a gain or a total.
   */
  readonly create: (dates: ModelDates, texts: ModelTexts) => NewSheet;
}

/** @param now by the computer's clock; its local date counts */
export function modelDates(now: Date, system: DateSystem): ModelDates {
  const serialOf = (month: number, date: number): number =>
    serialFromDays(Date.UTC(now.getFullYear(), month, date) / MS_PER_DAY, system);
  return {
    today: serialOf(now.getMonth(), now.getDate()),
    yearEnd: serialOf(11, 31),
    of: (iso) => serialFromDays(dayFromIso(iso)!, system),
  };
}
