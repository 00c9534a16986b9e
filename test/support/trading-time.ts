const MS_PER_DAY = 86_400_000;
const WEDNESDAY = 3;

/** The time of day as it is, on the Wednesday of the week: currencies are traded then, whenever the test runs. */
export function tradingTime(now = Date.now()): number {
  return now + (WEDNESDAY - new Date(now).getUTCDay()) * MS_PER_DAY;
}
