const MS_PER_DAY = 86_400_000;
const WEDNESDAY = 3;

/** The time of day as it is, on the Wednesday of the week: currencies are traded then, whenever the test runs. */
export function tradingTime(now = Date.now()): number {
  return now + (WEDNESDAY - new Date(now).getUTCDay()) * MS_PER_DAY;
}

/** A clock that begins on that Wednesday at three in the morning in UTC: New York is closed, whenever the test runs. */
export function nightInNewYork(startedAt = Date.now()): () => number {
  const begin = tradingTime(startedAt - (startedAt % MS_PER_DAY) + 3 * 3_600_000);
  return () => begin + Date.now() - startedAt;
}
