import { closeScenes, createScene } from './scene';

const START_MS = Date.UTC(2026, 10, 20, 15);

afterEach(closeScenes);

function createStill() {
  const clock = { now: START_MS };
  const scene = createScene({ sandbox: { now: () => clock.now }, gateway: { now: () => clock.now } });
  const mics = async (path: string): Promise<string[]> => {
    const rows = (await (await scene.ask(`/api/stocks/markets${path}`)).json()) as { mic: string }[];
    return [...new Set(rows.map(({ mic }) => mic))];
  };
  return { ...scene, clock, mics };
}

const WEEK = 'start=2026-11-16&end=2026-11-20';

describe('calendar requests', () => {
  test('of people who ask at the same time are sent together, each market once', async () => {
    const { mics, upstream } = createStill();
    const found = await Promise.all([
      mics(`/hours?mic=XNYS,XLON&${WEEK}`),
      mics(`/hours?mic=XLON,XTKS&${WEEK}`),
      mics(`/hours?${WEEK}&mic=xtks`),
    ]);
    expect(found.map((names) => [...names].sort())).toEqual([['XLON', 'XNYS'], ['XLON', 'XTKS'], ['XTKS']]);
    expect(upstream).toHaveLength(1);
  });

  test('are sent once a day for each market, for all users', async () => {
    const { mics, upstream, clock } = createStill();
    await mics(`/holidays?mic=XNYS,XLON&start=2026-01-01&end=2026-12-31`);
    clock.now += 20 * 3_600_000;
    await mics(`/holidays?mic=XLON&start=2026-01-01&end=2026-12-31`);
    expect(upstream).toHaveLength(1);
    await mics(`/holidays?mic=XLON,XTKS&start=2026-01-01&end=2026-12-31`);
    expect(upstream[1]).toContain('mic=XTKS&');
    clock.now += 4 * 3_600_000;
    await mics(`/holidays?mic=XLON&start=2026-01-01&end=2026-12-31`);
    expect(upstream).toHaveLength(3);
  });

  test('for other days and other kinds are kept separate', async () => {
    const { mics, upstream } = createStill();
    await Promise.all([
      mics(`/hours?mic=XNYS&${WEEK}`),
      mics('/hours?mic=XNYS&start=2026-11-16&end=2026-11-19'),
      mics(`/holidays?mic=XNYS&${WEEK}`),
      mics('?mic=XNYS'),
      mics('/status?mic=XNYS'),
    ]);
    expect(upstream).toHaveLength(5);
  });

  test('without a start begin today, and are soon requested again', async () => {
    const { mics, upstream, clock } = createStill();
    await mics('/hours?mic=XNYS');
    clock.now += 300_000;
    await mics('/hours?mic=XNYS');
    expect(upstream).toHaveLength(2);
  });

  test('for an unknown market are sent once a minute at most', async () => {
    const { mics, upstream, clock } = createStill();
    expect(await mics('?mic=XXXX,XNYS')).toEqual(['XNYS']);
    expect(await mics('?mic=XXXX')).toEqual([]);
    expect(upstream).toHaveLength(1);
    clock.now += 61_000;
    await mics('?mic=XXXX');
    expect(upstream).toHaveLength(2);
  });

  test('for days that the service refuses are refused once, and not for every market', async () => {
    const { ask, upstream } = createStill();
    const answer = await ask('/api/stocks/markets/hours?mic=XNYS,XLON,XTKS&start=1990-01-01&end=2026-11-20');
    expect(answer.status).toBe(422);
    expect(upstream).toHaveLength(1);
  });
});
