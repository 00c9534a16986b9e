import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import { FIRST_DAY_MS, randomOf } from './index-shapes';

/** How an index trades. */
export interface Trading {
  readonly days: number;
  /** Ticks of a usual day. */
  readonly perDay: number;
  /** Of a session, in hours of UTC. */
  readonly opens: number;
  readonly hours: number;
  /** The pause at noon, in hours. */
  readonly pause: number;
  /** How many times more ticks the open and the close have than noon. */
  readonly ends: number;
  /** How far days differ: the standard deviation of a logarithm. */
  readonly unlike: number;
  /** How many times more ticks the last day has than the first. */
  readonly growth: number;
  /** The share of ticks outside of sessions. */
  readonly night: number;
  /** The share of days that are holidays, and of those that are half as long. */
  readonly closed: number;
  /** Ticks that come at once. */
  readonly clump: number;
  readonly hasWeekends: boolean;
  readonly seed: number;
}

/** Its ticks, in milliseconds since 1970, in order. */
export function ticksOfTrading(trading: Trading): number[] {
  const { days, perDay, opens, hours, pause, ends, unlike, growth, night, closed, clump, hasWeekends } = trading;
  const random = randomOf(trading.seed);
  const bell = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const times: number[] = [];
  const add = (count: number, at: () => number): void => {
    for (let left = Math.round(count / clump); left > 0; left--) {
      const timeMs = at();
      for (let one = 0; one < clump; one++) times.push(Math.floor(timeMs + one * 150 * random()));
    }
  };
  for (let day = 0; day < days; day++) {
    const [luck, kind] = [bell(), random()];
    if ((!hasWeekends && day % 7 > 4) || kind < closed) continue;
    const dayMs = FIRST_DAY_MS + day * MS_PER_DAY;
    const own = perDay * Math.exp(unlike * luck - unlike ** 2 / 2) * growth ** (day / days - 0.5);
    const length = (kind < 2 * closed ? 0.55 : 1) * hours * MS_PER_HOUR;
    const noonMs = length / 2;
    add(own * (1 - night) * (length / hours / MS_PER_HOUR), () => {
      for (;;) {
        const atMs = random() * length;
        const height = 1 + (ends - 1) * Math.abs(atMs / noonMs - 1) ** 3;
        if (random() * ends > height || Math.abs(atMs - noonMs) < (pause * MS_PER_HOUR) / 2) continue;
        return dayMs + opens * MS_PER_HOUR + atMs;
      }
    });
    add(own * night, () => dayMs + random() * (MS_PER_DAY - MS_PER_MINUTE));
  }
  return times.sort((one, other) => one - other);
}
