const MS_PER_DAY = 86_400_000;
const WEDNESDAY = 3;

/**
 * The time of day as it is, on the latest Wednesday: currencies are traded then, whenever the test runs. It is never days
 * ahead: what reads the machine's clock would take those days for days to come.
 */
export function tradingTime(now = Date.now()): number {
  return now - ((new Date(now).getUTCDay() - WEDNESDAY + 7) % 7) * MS_PER_DAY;
}

/** A clock that begins on that Wednesday at three in the morning in UTC: New York is closed, whenever the test runs. */
export function nightInNewYork(startedAt = Date.now()): () => number {
  const begin = tradingTime(startedAt - (startedAt % MS_PER_DAY) + 3 * 3_600_000);
  return () => begin + Date.now() - startedAt;
}
