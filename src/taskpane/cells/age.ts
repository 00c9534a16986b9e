import type { Language } from '../texts/language';
import type { PriceTime } from '../../app/workbook/cells';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';

const STEPS = [
  ['ageDays', MS_PER_DAY],
  ['ageHours', MS_PER_HOUR],
  ['ageMinutes', MS_PER_MINUTE],
] as const;

/** "3 min old": in the largest unit that fits. */
export function ageText(ageMs: number, language: Language): string {
  const texts = language.texts.cells;
  const step = STEPS.find(([, ms]) => ageMs >= ms);
  return step
    ? language.fill(texts[step[0]], { count: Math.floor(ageMs / step[1]) })
    : language.fill(texts.ageSeconds, { count: Math.floor(ageMs / 1000) });
}

/** "price of Nov 20, 2026, 9:00 PM", to stand behind another text. Empty if there is no price. */
export function priceTimeText(price: PriceTime | undefined, language: Language): string {
  if (price === undefined) return '';
  const { oldestPricedAt, pricedAt } = language.texts.cells;
  return ` · ${language.fill(price.isOldest ? oldestPricedAt : pricedAt, { time: language.dateTime(price.at) })}`;
}
