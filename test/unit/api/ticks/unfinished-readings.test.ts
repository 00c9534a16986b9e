import { type DatedTicks, TickHistory } from '../../../../src/api/ticks/history';
import type { WindowPiece } from '../../../../src/api/ticks/kept';
import type { Span } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/dates';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { tickAt } from './tick-service';

const hours = (from: number, to: number): Span => ({ fromMs: from * MS_PER_HOUR, toMs: to * MS_PER_HOUR });

/** What readings have found of an index with a tick in the middle of each hour. By default it is the tenth day. */
function openHistory({ archive, nowMs = 10 * MS_PER_DAY }: { archive?: MemoryArchive; nowMs?: number } = {}) {
  const history = new TickHistory(
    () => Promise.resolve(archive),
    () => nowMs,
  );
  const reading: DatedTicks = { rows: [], times: [], hasMore: true, isValid: true, asOfMs: nowMs };
  const hold = async (from: number, to: number, traits: Partial<DatedTicks> = {}, symbol = 'SPX'): Promise<void> => {
    const times = Array.from({ length: to - from }, (_, index) => (from + index + 0.5) * MS_PER_HOUR);
    const rows = times.map((timeMs) => tickAt(timeMs, Math.floor(timeMs / MS_PER_HOUR)));
    await history.hold(symbol, { ...hours(from, to), rows, times }, { ...reading, ...traits });
  };
  /** The held spans of some hours, each with its ticks by the hour, in their order. */
  const held = async (from: number, to: number, symbol = 'SPX'): Promise<unknown[]> => {
    const pieces = await history.piecesOf(symbol, 'ticks', hours(from, to), 1);
    return pieces.flatMap(({ fromMs, toMs, ticks }: WindowPiece) => {
      if (!ticks) return [];
      expect(ticks.times).toEqual(ticks.rows.map(({ time }) => Date.parse(String(time))));
      return [[fromMs / MS_PER_HOUR, toMs / MS_PER_HOUR, ...ticks.rows.map(({ bid }) => bid)]];
    });
  };
  return {
    history,
    hold,
    held,
    release: (from: number, to: number) => {
      history.release('SPX', hours(from, to));
    },
  };
}

describe('what a reading has read until it was stopped', () => {
  test('is held, as far as a later one asks for it', async () => {
    const { hold, held } = openHistory();
    await hold(2, 6);
    expect(await held(0, 24)).toEqual([[2, 6, 2, 3, 4, 5]]);
    expect(await held(3, 5)).toEqual([[3, 5, 3, 4]]);
    expect(await held(6, 24)).toEqual([]);
    expect(await held(0, 24, 'DAX')).toEqual([]);
  });

  test.each([
    ['the next one', [2, 4], [4, 6]],
    ['the one before', [4, 6], [2, 4]],
    ['the one between two', [2, 3], [5, 6], [3, 5]],
  ])('is one with what another has read: with %s', async (_, ...parts) => {
    const { hold, held } = openHistory();
    for (const [from, to] of parts) await hold(from!, to!);
    expect(await held(0, 24)).toEqual([[2, 6, 2, 3, 4, 5]]);
  });

  test.each([
    ['from the same hour on', [2, 6], [2, 4]],
    ['to the same hour', [2, 6], [4, 6]],
    ['from an earlier hour on', [4, 6], [2, 5]],
    ['to a later hour', [2, 4], [3, 6]],
    ['less', [2, 6], [3, 4]],
    ['more', [3, 4], [2, 6]],
    ['the same', [2, 6], [2, 6]],
    ['all of two others', [2, 3], [4, 5], [2, 6]],
  ])('is held once, if several were stopped at a time and another has read %s', async (_, ...parts) => {
    const { hold, held } = openHistory();
    for (const [from, to] of parts) await hold(from!, to!);
    expect(await held(0, 24)).toEqual([[2, 6, 2, 3, 4, 5]]);
  });
});
