import type { Session } from '../../../src/app/session';
import type { CallTrace } from '../../../src/core/call';
import { createMemoryArchive, type MemoryArchive } from '../../support/memory-archive';
import {
  acceptAnyCost,
  createCall,
  createSandboxSession,
  evaluateUnder,
  plain,
  type Plain,
  show,
} from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 21, 15);
const WEEK = ['CAC', '2026-11-16', '2026-11-21', null, null, false] as const;
const COSTLY = /^#N\/A: (?:About|Up to) [\d,]+ more requests: allow it in the MD pane/;

/** A session at the simulated service, on a Saturday, and how many requests it has sent. */
function setUp(archive: MemoryArchive = createMemoryArchive()) {
  const sent: string[] = [];
  const session = createSandboxSession(NOW, ({ url }) => sent.push(new URL(url).pathname), { archive });
  return { session, sent, archive };
}

/** The formula once the user has allowed whatever it says that it needs. */
async function accept(session: Session, ...args: readonly unknown[]): Promise<Plain | Plain[][]> {
  let shown = await show(session, 'TICKS', ...args);
  while (COSTLY.test(String(shown))) {
    const end = acceptAnyCost(session);
    shown = await show(session, 'TICKS', ...args);
    end();
  }
  return shown;
}

describe('bars made of many ticks', () => {
  test('need no permission once they were allowed, and no request once they were read, also in another session', async () => {
    const { session, sent, archive } = setUp();
    const table = await accept(session, ...WEEK, 'day');
    const before = sent.length;
    expect(await show(session, 'TICKS', ...WEEK, 'day')).toEqual(table);
    expect(await show(session, 'TICKS', ...WEEK, 'week')).toHaveLength(1);
    expect(sent).toHaveLength(before);
    const next = setUp(archive);
    expect(await show(next.session, 'TICKS', ...WEEK, 'day')).toEqual(table);
    expect(await show(next.session, 'TICKS', ...WEEK, 'session')).toHaveLength(5);
    expect(next.sent.filter((path) => path.includes('ticks'))).toEqual([]);
  });

  test('are not shared with another account or address', async () => {
    const { session, archive } = setUp();
    await accept(session, 'CAC', '2026-11-19', '2026-11-20', null, null, null, 'day');
    const names = [...archive.records.keys()];
    expect(names).toHaveLength(2);
    expect(names.join()).not.toContain(session.settings.apiKey);
    const other = setUp(archive);
    await other.session.save({ apiKey: 'another-key' });
    await accept(other.session, 'CAC', '2026-11-19', '2026-11-20', null, null, null, 'day');
    expect(archive.records.size).toBe(4);
  });

  test('do not wait for the user if the setting has no limit', async () => {
    const { session } = setUp();
    await session.save({ maxRequests: 0 });
    expect(await show(session, 'TICKS', 'CAC', '2026-11-19', '2026-11-21', null, null, false, 'day')).toHaveLength(2);
  });

  test('use only a first page in a preview, which has no close of a day that it does not end', async () => {
    const { session, sent } = setUp();
    await session.ready;
    const shown = plain(await evaluateUnder(createCall({ isSample: true }), session, 'TICKS', ...WEEK, 'day'));
    expect(shown).toEqual([[46342, expect.any(Number), '', '', '', '']]);
    expect(sent).toHaveLength(1);
    const beside = plain(
      await evaluateUnder(createCall({ isSample: true }), session, 'TICKS', ['CAC', 'DAX'], ...WEEK.slice(1), 'day'),
    );
    expect(beside).toEqual([[46342, '', '']]);
  });

  test('of sessions start with the first session in a preview, not before it', async () => {
    const { session } = setUp();
    await session.ready;
    const shown = plain(await evaluateUnder(createCall({ isSample: true }), session, 'TICKS', ...WEEK, 'session'));
    expect(shown).toEqual([[expect.closeTo(46342 + 8 / 24, 6), expect.any(Number), '', '', '', '']]);
  });

  test.each([
    ['ticks up to the usual limit', ['CAC', '2026-11-16', '2026-11-21'], 900],
    ['ticks up to the limit given', ['CAC', '2026-11-16', '2026-11-21', 300], 200],
    ['the newest ticks, as many as the first ones that are read', ['CAC', '2026-11-16', '2026-11-21', -20], 0],
    ['no more ticks than a page has', ['CAC', '2026-11-16', '2026-11-21', 20], undefined],
    ['as many bars as the window has', [...WEEK, 'day'], 4],
    ['bars that begin before the window', ['CAC', '2026-11-16 12:00', '2026-11-21', null, null, false, 'day'], 4],
    ['as many sessions as the window may have', [...WEEK, 'session'], 4],
    ['bars up to the limit', ['CAC', '2026-11-16', '2026-11-21', 3, null, false, 'day'], 2],
  ])('in a preview tell how many rows more the formula may have: %s', async (_, values, moreRows) => {
    const { session } = setUp();
    await session.ready;
    const trace: CallTrace = {};
    await evaluateUnder(createCall({ isSample: true, trace }), session, 'TICKS', ...values);
    expect(trace.moreRows).toBe(moreRows);
  });
});

describe('bars by session', () => {
  test('are refused for an index whose exchange is not known, with an alternative', async () => {
    expect(await show(setUp().session, 'TICKS', 'XYZ', '2026-11-19', '2026-11-20', null, null, null, 'session')).toBe(
      '#VALUE!: interval: the exchange of XYZ is not known, so it has no "session"; give "day", or "hour"',
    );
  });

  test('start with the opening of the exchange and end with its closing', async () => {
    const { session } = setUp();
    const [bar] = (await accept(session, 'SPX', '2026-11-19', '2026-11-20', null, null, false, 'session')) as Plain[][];
    expect(Number(bar![0]) % 1).toBeCloseTo(14.5 / 24, 9);
    const inside = (await accept(
      session,
      'SPX',
      '2026-11-19 14:30',
      '2026-11-19 21:00',
      null,
      null,
      false,
      'day',
    )) as Plain[][];
    expect(bar!.slice(1)).toEqual(inside[0]!.slice(1));
  });
});
