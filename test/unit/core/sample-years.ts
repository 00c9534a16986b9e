import { isoFromDay } from '../../../src/core/dates';
import type { ExchangeYear } from '../../../src/core/trading-days';
import { firstDayOf, lastDayOf, readExchangeYear } from '../../../src/core/trading-days';

/** A year of an exchange whose days of trading are those that pass. */
export function sampleYear(mic: string, year: number, trades: (day: number) => boolean): ExchangeYear {
  const length = lastDayOf(year) - firstDayOf(year) + 1;
  const days = Array.from({ length }, (_, index) => firstDayOf(year) + index).filter(trades);
  return readExchangeYear(days.map((day) => sampleRecord(mic, isoFromDay(day))), mic, year)!;
}

export const sampleRecord = (mic: string, date: string): Record<string, unknown> =>
  ({ mic, date, open_time: `${date}T09:00:00+00:00`, close_time: `${date}T17:00:00+00:00` });
