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

test.each([
  ['one name each', 2_000, ASKED_IN_TURN],
  ['one name each', 3_000, ASKED_IN_TURN],
  ['one name each', 6_000, ASKED_IN_TURN],
  ['workbooks of thirty names', 2_000, WORKBOOKS],
  ['workbooks of thirty names', 3_000, WORKBOOKS],
  ['workbooks of thirty names', 6_000, WORKBOOKS],
])(
  'with %s, half a minute after each answer takes %i ms for good, half of the people wait two seconds longer at most',
  async (_, latencyMs, { asked, everyMs }) => {
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
