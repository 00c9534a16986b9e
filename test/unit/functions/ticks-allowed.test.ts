import * as fc from 'fast-check';
import { Session } from '../../../src/app/session';
import { createMemoryHost } from '../../support/memory-host';
import { createIndexService } from '../../support/index-service';
import { createMemoryArchive, type MemoryArchive } from '../../support/memory-archive';
import type { StubService } from '../../support/stub-service';
import { createSandboxSession, createTestSession, type Plain, show } from '../../support/evaluate';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../src/core/calendar/dates';

const COSTLY =
  /^#N\/A: (?:(?:About|Up to) ([\d,]+) more requests|One more request): allow it in the MD pane(, or give the fields "time,close", which need few)?$/;

/** Whether the number that was said of the needed requests is right: within a third, or not exceeded. */
function expectRight(said: unknown, needed: number): void {
  const ratio = requestsIn(said) / needed;
  expect(ratio).toBeGreaterThan(String(said).includes('Up to') ? 1 : 2 / 3);
  expect(ratio).toBeLessThan(String(said).includes('Up to') ? 3 : 4 / 3);
}

const requestsIn = (message: unknown): number => Number((COSTLY.exec(String(message))![1] ?? '1').replaceAll(',', ''));

/** The formula in a refresh whose cost the user has been told. */
async function accept(session: Session, ...args: readonly unknown[]): Promise<Plain | Plain[][]> {
  const startedAt = session.now();
  const end = session.cells.watch({ notBefore: () => startedAt, accepts: () => true });
  const shown = await show(session, 'TICKS', ...args);
  end();
  return shown;
}

/** How many a formula may send once the number that it said is allowed. */
const allowedFor = (said: number, usually = 100): number => said + Math.max(usually, Math.ceil(said / 4));

/** How many requests the service gets meanwhile. */
async function counting<T>(service: StubService, work: Promise<T>): Promise<[T, number]> {
  const before = service.requests.length;
  const result = await work;
  return [result, service.requests.length - before];
}

/** 2026-06-01, a Monday. */
const JUNE_MS = Date.UTC(2026, 5, 1);
const NOW = Date.UTC(2026, 10, 1);
const SANDBOX_NOW = Date.UTC(2026, 10, 27, 19);
/** Five months. */
const MONTHS = ['SPX', '2026-06-01', '2026-11-01', 5_000, null, false, 'hour'] as const;

/** Ticks on weekdays from 13:30 to 20:00, but for the eleven weeks from the third to the thirteenth. */
function silentSummer(everyMs: number, weeks = 11): number[] {
  const times: number[] = [];
  for (let dayMs = JUNE_MS; dayMs < NOW; dayMs += MS_PER_DAY) {
    const day = (dayMs - JUNE_MS) / MS_PER_DAY;
    const isSilent = day % 7 > 4 || (day >= 14 && day < 14 + weeks * 7);
    if (isSilent) continue;
    for (let atMs = 13.5 * MS_PER_HOUR; atMs < 20 * MS_PER_HOUR; atMs += everyMs) times.push(dayMs + atMs);
  }
  return times;
}

function setUp(
  service: StubService,
  { now = NOW, archive = createMemoryArchive() }: { now?: number; archive?: MemoryArchive } = {},
) {
  return { service, archive, session: createTestSession({ now: () => now, archive, service }) };
}

test.each<[string, string | null, boolean]>([
  ['day', null, true],
  ['week', 'time,high', true],
  ['session', 'all', true],
  ['hour', null, false],
  ['day', 'time,close', false],
])('bars of a %s with the fields %s that need too many requests name closes as the way out: %j', async (...given) => {
  const [interval, fields, namesCloses] = given;
  const session = createSandboxSession(SANDBOX_NOW);
  await session.save({ maxRequests: 5 });
  const said = await show(session, 'TICKS', 'SPX', '2026-06-01', '2026-11-01', 5_000, fields, false, interval);
  expect(COSTLY.exec(String(said))?.[2] !== undefined).toBe(namesCloses);
  expect(said).toMatch(COSTLY);
});

describe('bars of five months, eleven weeks of which are silent', () => {
  test('wait early if the first page shows that they clearly need more, and look around before they say how many', async () => {
    const times = silentSummer(16_000, 0);
    const { service, session } = setUp(createIndexService({ times }));
    const [said, sent] = await counting(service, show(session, 'TICKS', ...MONTHS));
    expect(said).toMatch(COSTLY);
    expect(sent).toBeLessThanOrEqual(75);
    expectRight(said, times.length / 100 - sent);
  });

  test('wait at once if the service says how many ticks there are', async () => {
    const { service, session } = setUp(createIndexService({ times: silentSummer(60_000), saysTotal: true }));
    const [said, sent] = await counting(service, show(session, 'TICKS', ...MONTHS));
    expect(requestsIn(said)).toBe(220);
    expect(sent).toBeLessThanOrEqual(2);
  });

  test('stop at the number allowed otherwise, say about how many more they need, and go on from there', async () => {
    const times = silentSummer(162_000, 0);
    const { service, session } = setUp(createIndexService({ times }));
    const [said, sent] = await counting(service, show(session, 'TICKS', ...MONTHS));
    expect(sent).toBe(100);
    const needed = times.length / 100;
    expect(requestsIn(said) / (needed - sent)).toBeGreaterThan(0.4);
    expect(requestsIn(said) / (needed - sent)).toBeLessThan(2.5);

    // It waits from now on.
    expect(await counting(service, show(session, 'TICKS', ...MONTHS))).toEqual([said, 0]);
    let [table, more] = await counting(service, accept(session, ...MONTHS));
    expect(more).toBeLessThanOrEqual(allowedFor(requestsIn(said)));
    let all = sent + more;
    while (!Array.isArray(table)) {
      [table, more] = await counting(service, accept(session, ...MONTHS));
      all += more;
    }
    const { session: free, service: other } = setUp(createIndexService({ times }));
    await free.save({ maxRequests: 0 });
    const [unlimited, atOnce] = await counting(other, show(free, 'TICKS', ...MONTHS));
    expect(table).toEqual(unlimited);
    expect(all).toBeLessThan(1.15 * atOnce);
  });

  test('go on if the setting is raised', async () => {
    const { service, session } = setUp(createIndexService({ times: silentSummer(60_000) }));
    await session.save({ maxRequests: 20 });
    expect((await counting(service, show(session, 'TICKS', ...MONTHS)))[1]).toBeLessThanOrEqual(20);
    await session.save({ maxRequests: 400 });
    expect(await show(session, 'TICKS', ...MONTHS)).toHaveLength(silentSummer(MS_PER_HOUR).length);
  });
});

describe('bars of several indices', () => {
  const [one, three] = ['SPX', 'SPX,DAX,NDX'].map((symbols) => [symbols, ...MONTHS.slice(1)]);

  test('send together no more requests than one formula may, and say what all of them need', async () => {
    const dense = { times: silentSummer(60_000), saysTotal: true };
    const [alone] = await counting(...asking(dense, one!));
    const [together, sent] = await counting(...asking(dense, three!));
    expect(requestsIn(together) / requestsIn(alone)).toBeCloseTo(3, 0);
    expect(sent).toBeLessThanOrEqual(6);
    const [, some] = await counting(...asking({ times: silentSummer(162_000, 0) }, three!));
    expect(some).toBe(100);
  });

  function asking(index: Parameters<typeof createIndexService>[0], formula: readonly unknown[]) {
    const { service, session } = setUp(createIndexService({ ...index, symbols: ['SPX', 'DAX', 'NDX'] }));
    return [service, show(session, 'TICKS', ...formula)] as const;
  }
});

test('a service whose requests are free has no limit, and any other one has', async () => {
  const times = silentSummer(60_000, 0);
  const service = createIndexService({ times });
  const open = (freeServiceAddress: string): Session =>
    new Session(
      { ...createMemoryHost({ serviceAddress: 'https://simulated.test' }), freeServiceAddress },
      { fetch: service.fetch, now: () => NOW, pace: { quietMs: 0, maxMs: 5 }, retryMs: 1 },
    );
  const rows = silentSummer(MS_PER_HOUR, 0).length;
  expect(await show(open('https://simulated.test'), 'TICKS', ...MONTHS)).toHaveLength(rows);
  expect(await show(open('https://other.test'), 'TICKS', ...MONTHS)).toMatch(COSTLY);
});

describe('closes of days', () => {
  /** Of an index whose exchange is not known. */
  const CLOSES = ['XYZ', '2026-06-01', '2026-10-31', null, 'time,close', false, 'day'] as const;
  const times = silentSummer(4_000, 3);

  test('that need more requests than allowed say how many, send no more once these are allowed, and go on from there', async () => {
    const { service: other, session: free } = setUp(createIndexService({ times, symbols: ['XYZ'] }));
    await free.save({ maxRequests: 0 });
    const [unlimited, atOnce] = await counting(other, show(free, 'TICKS', ...CLOSES));
    const { service, session } = setUp(createIndexService({ times, symbols: ['XYZ'] }));
    await session.save({ maxRequests: 40 });
    let [shown, sent] = await counting(service, show(session, 'TICKS', ...CLOSES));
    expect(sent).toBeLessThanOrEqual(40);
    expect((sent + requestsIn(shown)) / atOnce).toBeGreaterThan(2 / 3);
    expect((sent + requestsIn(shown)) / atOnce).toBeLessThan(4 / 3);
    [shown, sent] = await counting(service, accept(session, ...CLOSES));
    expect(shown).toEqual(unlimited);
    const { session: later, service: again } = setUp(service, { archive: createMemoryArchive() });
    await later.save({ maxRequests: 0 });
    const all = ['XYZ', '2026-06-01', '2026-06-13', null, 'time,close,count', false, 'day'];
    const [rows] = await counting(again, show(later, 'TICKS', ...all));
    expect((unlimited as Plain[][]).slice(0, 10)).toEqual((rows as Plain[][]).map((row) => row.slice(0, 2)));
  });

  test('stop in the middle when nothing could be foreseen, and go on from there', async () => {
    const failing = { times, symbols: ['XYZ'], fails: (count: number) => count % 3 === 0 };
    const { service: other, session: free } = setUp(createIndexService(failing));
    await free.save({ maxRequests: 0 });
    const [, atOnce] = await counting(other, show(free, 'TICKS', ...CLOSES));
    const { service, session, archive } = setUp(createIndexService(failing));
    await session.save({ maxRequests: 125 });
    let [shown, sent] = await counting(service, show(session, 'TICKS', ...CLOSES));
    expect(sent).toBeLessThanOrEqual(125);
    const all = [sent];
    while (!Array.isArray(shown)) {
      expect(shown).toMatch(COSTLY);
      [shown, sent] = await counting(service, accept(session, ...CLOSES));
      all.push(sent);
    }
    expect(shown).toHaveLength(95);
    expect(all.length).toBeGreaterThan(1);
    expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThan(1.3 * atOnce);
    const { session: later, service: again } = setUp(service, { archive });
    expect((await counting(again, show(later, 'TICKS', ...CLOSES)))[1]).toBe(0);
  });
});

describe('a list of ticks', () => {
  const LIST = ['SPX', '2026-06-01', '2026-06-02', 100_000, null, false] as const;
  const PART = ['SPX', '2026-06-01 13:40', '2026-06-01 19:50', 100_000, null, false] as const;
  /** Twelve to a second at the end of the day, one a minute before. */
  const times = [
    ...Array.from({ length: 300 }, (_, minute) => JUNE_MS + 13.5 * MS_PER_HOUR + minute * MS_PER_MINUTE),
    ...Array.from({ length: 30_000 }, (_, index) => JUNE_MS + 18.5 * MS_PER_HOUR + index * 100),
  ];

  test.each([
    ['of a whole day', LIST, 30_300],
    ['of some hours', PART, 30_290],
  ])('%s keeps what it has read, and goes on from there', async (_, list, count) => {
    const { service, session } = setUp(createIndexService({ times }));
    const [said, sent] = await counting(service, show(session, 'TICKS', ...list));
    expect(said).toMatch(COSTLY);
    expect(sent).toBe(100);
    let [all, table, more]: [number, Plain | Plain[][], number] = [sent, said, 0];
    while (!Array.isArray(table)) {
      const allowed = allowedFor(requestsIn(table));
      [table, more] = await counting(service, accept(session, ...list));
      expect(more).toBeLessThanOrEqual(allowed);
      all += more;
    }
    expect(table).toHaveLength(count);
    expect(all).toBeLessThan(340);
  });

  test('in ten cells sends what one of them may send', async () => {
    const { service, session } = setUp(createIndexService({ times }));
    const cells = Array.from({ length: 10 }, () => show(session, 'TICKS', ...PART));
    const [shown, sent] = await counting(service, Promise.all(cells));
    expect(new Set(shown)).toEqual(new Set([expect.stringMatching(COSTLY)]));
    expect(sent).toBeLessThanOrEqual(100);
  });
});

test.each([
  ['a tick every four seconds', 4_000],
  ['a tick every twenty seconds', 20_000],
  ['a tick every two seconds', 2_000],
])('the newest ticks before eleven silent weeks are found with at most eight requests: %s', async (_, everyMs) => {
  const silentFromMs = NOW - 77 * MS_PER_DAY;
  const trading = Array.from({ length: 153 }, (__, day) => JUNE_MS + day * MS_PER_DAY)
    .filter((dayMs) => new Date(dayMs).getUTCDay() % 6 > 0 && dayMs < silentFromMs)
    .flatMap((dayMs) =>
      Array.from(
        { length: Math.floor((6.5 * MS_PER_HOUR) / everyMs) },
        (__, index) => dayMs + 13.5 * MS_PER_HOUR + index * everyMs,
      ),
    );
  const { service, session } = setUp(createIndexService({ times: trading }));
  const [rows, sent] = await counting(
    service,
    show(session, 'TICKS', 'SPX', '2026-06-01', '2026-11-01', -20, 'bid', false),
  );
  expect(rows).toEqual(trading.slice(-20).map((__, index) => [((trading.length - 20 + index) % 1000) + 1]));
  expect(sent).toBeLessThanOrEqual(8);
});

/** Bursts, even stretches, lone ticks and silence over 40 days. */
const distributions = fc
  .array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      spread: fc.double({ min: 0, max: 1, noNaN: true }),
      count: fc.oneof(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 4_000 }),
      ),
    }),
    { maxLength: 12 },
  )
  .map((clumps) =>
    clumps
      .flatMap(({ at, spread, count }) =>
        Array.from({ length: count }, (_, index) =>
          Math.floor(JUNE_MS + (at + ((1 - at) * spread ** 4 * index) / count) * 40 * MS_PER_DAY),
        ),
      )
      .sort((one, other) => one - other),
  );

const windows = fc
  .record({ from: fc.double({ min: 0, max: 0.9, noNaN: true }), length: fc.double({ min: 0.01, max: 1, noNaN: true }) })
  .map(({ from, length }) => [from, Math.min(1, from + length)].map((share) => JUNE_MS + share * 40 * MS_PER_DAY))
  .map((ends) => ends.map((timeMs) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')));

const formulas = fc
  .record({
    window: windows,
    limit: fc.constantFrom(5, 300, 20_000, -5, -300, -20_000),
    interval: fc.constantFrom('tick', 'minute', 'hour', 'day'),
  })
  .map(({ window, limit, interval }) => ['SPX', ...window, limit, null, false, interval] as const);

test('no formula ever sends more requests than allowed, however ticks are spread, whatever was read before and what fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      distributions,
      fc.array(formulas, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 5, 20, 26, 35),
      fc.constantFrom(0, 3, 7),
      async (times, sheet, maxRequests, failing) => {
        const fails = (count: number): boolean => failing > 0 && count % failing === 0;
        const { service, session } = setUp(createIndexService({ times, fails }));
        const { session: free } = setUp(createIndexService({ times }));
        await Promise.all([session.save({ maxRequests }), free.save({ maxRequests: 0 })]);
        for (const formula of sheet) {
          let [shown, sent] = await counting(service, show(session, 'TICKS', ...formula));
          expect(sent).toBeLessThanOrEqual(maxRequests);
          for (let step = 0; COSTLY.test(String(shown)) && step < 300; step++) {
            const allowed = allowedFor(requestsIn(shown), maxRequests);
            [shown, sent] = await counting(service, accept(session, ...formula));
            expect(sent).toBeLessThanOrEqual(allowed);
          }
          expect(shown).toEqual(await show(free, 'TICKS', ...formula));
        }
      },
    ),
    { numRuns: 25 },
  );
});
