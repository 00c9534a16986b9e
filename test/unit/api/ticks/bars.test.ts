import { readBars, type ReadMinuteBars } from '../../../../src/api/ticks/bars';
import { MINUTE_BARS, minuteBarsOf } from '../../../../src/api/ticks/history';
import type { Span } from '../../../../src/core/calendar/bars';

const MINUTE_MS = 60_000;

interface Demand extends Span {
  readonly maxTicks: number;
  readonly expected: number;
}

interface Traits {
  readonly isTooMuch?: boolean;
  readonly isValid?: boolean;
}

/** Ticks at these minutes since 1970, and the demands for them that were made. */
function createTicks(minutes: readonly number[], { isTooMuch = false, isValid = true }: Traits = {}) {
  const demands: Demand[] = [];
  const read: ReadMinuteBars = (window, maxTicks, expected) => {
    demands.push({ ...window, maxTicks, expected });
    const times = minutes
      .map((minute) => minute * MINUTE_MS)
      .filter((timeMs) => timeMs >= window.fromMs && timeMs < window.toMs);
    const bars = minuteBarsOf({ rows: times.map(() => ({ mid: 7 })), times });
    return Promise.resolve(isTooMuch ? undefined : { bars, tickCount: times.length, isValid });
  };
  /** Bars of a minute, given as the minutes at which they begin. */
  async function bars(startMinute: number, endMinute: number, rowLimit: number, isNewest = false) {
    const { rows, times, hasMore, isValid } = await readBars(
      { startMs: startMinute * MINUTE_MS, endMs: endMinute * MINUTE_MS, rowLimit, isNewest },
      MINUTE_BARS,
      read,
    );
    expect(times).toEqual(rows.map(({ time }) => Number(time) * 1000));
    return { minutes: rows.map(({ time }) => Number(time) / 60), hasMore, isValid };
  }
  return {
    demands,
    bars,
    stretches: () => demands.map(({ fromMs, toMs }) => [fromMs / MINUTE_MS, toMs / MINUTE_MS]),
  };
}

const EVERY_HALF_MINUTE = Array.from({ length: 20 }, (_, index) => index / 2);

describe('the first bars of a window', () => {
  test('are made of the ticks of that many minutes, and no more ticks are read', async () => {
    const { bars, stretches } = createTicks(EVERY_HALF_MINUTE);
    expect(await bars(0, 10, 2)).toEqual({ minutes: [0, 1], hasMore: true, isValid: true });
    expect(stretches()).toEqual([[0, 2]]);
  });

  test('start with the rest of a minute if the window does', async () => {
    const { bars, stretches } = createTicks(EVERY_HALF_MINUTE);
    expect(await bars(0.5, 10, 2)).toMatchObject({ minutes: [0, 1] });
    expect(stretches()).toEqual([[0.5, 2]]);
  });

  test('are looked for as far ahead as the gaps so far suggest, and twice as far if nothing is found', async () => {
    const { bars, stretches } = createTicks([0, 13]);
    expect(await bars(0, 30, 2)).toMatchObject({ minutes: [0, 13], hasMore: true });
    expect(stretches()).toEqual([
      [0, 2],
      [2, 5],
      [5, 11],
      [11, 23],
    ]);
  });

  test('are looked for according to the share of minutes that had some', async () => {
    const { bars, stretches } = createTicks([0, 1, 4, 12]);
    await bars(0, 30, 4);
    expect(stretches()).toEqual([
      [0, 4],
      [4, 9],
      [9, 13],
    ]);
  });

  test('are limited to the number wanted, and it is reported if there are more', async () => {
    expect(await createTicks([0, 4, 5]).bars(0, 6, 2)).toMatchObject({ minutes: [0, 4], hasMore: true });
    expect(await createTicks([0, 3, 4]).bars(0, 5, 2)).toMatchObject({ minutes: [0, 3], hasMore: true });
  });
});

describe('the newest bars of a window', () => {
  test('are made of the ticks of the last minutes, including the rest of a minute', async () => {
    const { bars, stretches } = createTicks(EVERY_HALF_MINUTE);
    expect(await bars(0, 9.5, 2, true)).toEqual({ minutes: [8, 9], hasMore: true, isValid: true });
    expect(stretches()).toEqual([[8, 9.5]]);
  });

  test('are looked for further and further back across gaps, and come in order of time', async () => {
    const { bars, stretches } = createTicks([3, 9, 12]);
    expect(await bars(0, 15, 3, true)).toMatchObject({ minutes: [3, 9, 12], hasMore: false });
    expect(stretches()).toEqual([
      [12, 15],
      [5, 12],
      [0, 5],
    ]);
  });

  test('are limited to the number wanted, and it is reported if there are more', async () => {
    expect(await createTicks([0, 1, 5]).bars(0, 6, 2, true)).toMatchObject({ minutes: [1, 5], hasMore: true });
    expect(await createTicks([0, 1, 4]).bars(0, 5, 2, true)).toMatchObject({ minutes: [1, 4], hasMore: true });
  });
});

test('all bars of a window are found if no number is given', async () => {
  const { bars, stretches } = createTicks([0, 1]);
  expect(await bars(0, 2, 2)).toMatchObject({ minutes: [0, 1], hasMore: false });
  expect(await bars(0, 2, 100)).toMatchObject({ minutes: [0, 1], hasMore: false });
  expect(await bars(0, 2, 100, true)).toMatchObject({ minutes: [0, 1], hasMore: false });
  expect(stretches()).toEqual([
    [0, 2],
    [0, 2],
    [0, 2],
  ]);
});

test('as many ticks are requested as remain of 200,000, and at least one is expected for each bar', async () => {
  const { bars, demands } = createTicks([0, 3]);
  await bars(0, 6, 2);
  await bars(0, 6, 2, true);
  expect(demands.map(({ maxTicks, expected }) => [maxTicks, expected])).toEqual([
    [200_000, 2],
    [199_999, 3],
    [200_000, 2],
    [200_000, 4],
  ]);
});

test('a window with more than 200,000 ticks is refused', async () => {
  await expect(createTicks([0], { isTooMuch: true }).bars(0, 5, 2)).rejects.toMatchObject({
    code: '#VALUE!',
    message: 'start, end: more than 200,000 ticks lie behind these bars; give a shorter window or a smaller limit',
  });
});

test('bars of ticks that lack a field give an error', async () => {
  expect(await createTicks([0], { isValid: false }).bars(0, 5, 2)).toMatchObject({ isValid: false });
});
