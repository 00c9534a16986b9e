import { isoFromDay } from '../../../../src/core/calendar/dates';
import { type ExchangeYear, firstDayOf, lastDayOf, readExchangeYear } from '../../../../src/core/calendar/trading-days';

/** A year of an exchange whose days of trading are those that pass. */
export function sampleYear(mic: string, year: number, trades: (day: number) => boolean): ExchangeYear {
  const length = lastDayOf(year) - firstDayOf(year) + 1;
  const days = Array.from({ length }, (_, index) => firstDayOf(year) + index).filter(trades);
  return readExchangeYear(
    days.map((day) => sampleRecord(mic, isoFromDay(day))),
    mic,
    year,
  )!;
}

export const sampleRecord = (mic: string, date: string): Record<string, unknown> => ({
  mic,
  date,
  open_time: `${date}T09:00:00+00:00`,
  close_time: `${date}T17:00:00+00:00`,
});
