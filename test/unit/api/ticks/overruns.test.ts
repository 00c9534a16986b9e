import { RequestLimit } from '../../../../src/app/spending';
import { barsOfLength } from '../../../../src/core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/units';
import { createMemoryArchive } from '../../../support/memory-archive';
import { createLivingIndex } from './living-index';

const DAYS = 56;
const NOW_MS = (4 + DAYS) * MS_PER_DAY;
const [FIRST_MS, NOON_MS] = [4 * MS_PER_DAY, 12 * MS_PER_HOUR];
const HOURS = { bars: barsOfLength(MS_PER_HOUR), limit: 2_000, startMs: FIRST_MS, endMs: NOW_MS };

/** One tick every twenty minutes; but at noon, which no page shows that is looked at, 1,000 in half an hour. */
function indexThatDeceives() {
  const times: number[] = [];
  for (let timeMs = FIRST_MS; timeMs < NOW_MS; timeMs += 20 * MS_PER_MINUTE) times.push(timeMs);
  for (let noonMs = FIRST_MS + NOON_MS; noonMs < NOW_MS; noonMs += MS_PER_DAY)
    for (let tick = 0; tick < 1_000; tick++) times.push(noonMs + tick * 1_800);
  times.sort((one, other) => one - other);
  const index = createLivingIndex(times.map((timeMs) => ({ timeMs, arrivesMs: 0 })));
  index.state.nowMs = NOW_MS;
  const settings = { maxRequests: 100 };
  const user = { accepts: false };
  const archive = createMemoryArchive();
  return {
    user,
    settings,
    session: index.open(
      archive,
      new RequestLimit(
        () => settings,
        () => user.accepts,
      ),
    ),
    archive,
  };
}

describe('a reading that needs far more requests than was estimated', () => {
  test('ends after twice the number for which nobody is asked, and says what the rest needs', async () => {
    const { session } = indexThatDeceives();
    expect(await session.price(HOURS)).toBeLessThan(100);
    await expect(session.read(HOURS)).rejects.toThrow(/^About [\d,]+ requests: allow it in the MD pane$/);
    expect(session.requests.length).toBeLessThanOrEqual(215);
  });

  test('keeps what it has read, asks nothing until it is allowed, and then only for the rest', async () => {
    const { user, session } = indexThatDeceives();
    await expect(session.read(HOURS)).rejects.toThrow('allow it');
    const before = session.requests.length;
    await expect(session.read(HOURS)).rejects.toThrow('allow it');
    expect(session.requests).toHaveLength(before);
    expect(await session.price(HOURS)).toBeGreaterThan(100);
    user.accepts = true;
    const fresh = indexThatDeceives();
    fresh.user.accepts = true;
    expect((await session.read(HOURS)).rows).toEqual((await fresh.session.read(HOURS)).rows);
    expect(session.requests.length - before).toBeLessThan(fresh.session.requests.length - 60);
  });

  test.each([60_000, -60_000])(
    'is not ended if the settings have no limit, or it is allowed: %d ticks',
    async (limit) => {
      const { user, settings, session } = indexThatDeceives();
      const ticks = { ...HOURS, bars: undefined, limit };
      await expect(session.read(ticks)).rejects.toThrow('allow it');
      user.accepts = true;
      expect((await session.read(ticks)).rows.length).toBeGreaterThan(50_000);
      const other = indexThatDeceives();
      other.settings.maxRequests = settings.maxRequests * 0;
      expect((await other.session.read(ticks)).rows.length).toBeGreaterThan(50_000);
    },
  );
});
