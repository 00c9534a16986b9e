import { createHanging, ofFirm, passing, useHanging } from './hanging-service';

useHanging();

const NAMES = ofFirm(500);
/** All names in fifteen seconds, which is how long a quote is fresh. */
const ASKED_IN_TURN = { asked: (turn: number): readonly string[] => [NAMES[turn % NAMES.length]!], everyMs: 30 };
/** Each workbook every fifteen seconds, with thirty names from all over. */
const WORKBOOKS = {
  asked: (turn: number): readonly string[] => {
    const first = ((turn % 60) * 197) % NAMES.length;
    return Array.from({ length: 30 }, (_, index) => NAMES[(first + index * index * 7) % NAMES.length]!);
  },
  everyMs: 250,
};

/** What is counted in periods of the clock may not depend on where in them it begins. */
const BEGINS_MS = [0, 1_500, 7_500];

test.each(
  BEGINS_MS.flatMap((beginsMs) =>
    [2_000, 3_000, 6_000].flatMap((latencyMs) => [
      ['one name each', latencyMs, beginsMs, ASKED_IN_TURN] as const,
      ['workbooks of thirty names', latencyMs, beginsMs, WORKBOOKS] as const,
    ]),
  ),
)(
  'with %s, half a minute after each answer takes %i ms for good, half of the people wait two seconds longer at most, %i ms into a period',
  async (_, latencyMs, beginsMs, { asked, everyMs }) => {
    jest.setSystemTime(Date.UTC(2026, 10, 27, 12) + beginsMs);
    const { service, quote } = createHanging(() => false);
    const waits: (readonly [at: number, wait: ReturnType<typeof quote>])[] = [];
    const read = async (seconds: number): Promise<void> => {
      const until = waits.length + (seconds * 1_000) / everyMs;
      while (waits.length < until) {
        waits.push([Date.now(), quote(asked(waits.length).join())]);
        await passing(everyMs);
      }
    };
    await read(45);
    service.latencyMs = latencyMs;
    const slowAt = Date.now();
    await read(60);
    await passing(60_000);
    const late = waits.filter(([at]) => at > slowAt + 30_000).map(([, wait]) => wait);
    const times = (await Promise.all(late)).map(({ ms }) => ms).sort((one, other) => one - other);
    expect(times[Math.floor(times.length / 2)]).toBeLessThanOrEqual(latencyMs + 2_000);
  },
);
