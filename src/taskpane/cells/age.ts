import type { Language } from '../texts/language';

const STEPS = [
  ['ageDays', 86_400_000],
  ['ageHours', 3_600_000],
  ['ageMinutes', 60_000],
] as const;

/** "3 min old": in the largest unit that fits. */
export function ageText(ageMs: number, language: Language): string {
  const texts = language.texts.cells;
  const step = STEPS.find(([, ms]) => ageMs >= ms);
  return step
    ? language.fill(texts[step[0]], { count: Math.floor(ageMs / step[1]) })
    : language.fill(texts.ageSeconds, { count: Math.floor(ageMs / 1000) });
}
