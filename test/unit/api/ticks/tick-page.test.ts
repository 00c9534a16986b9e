import { isInOrder, tickPage } from '../../../../src/api/ticks/reader';
import type { Row } from '../../../../src/core/columns';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';

const TICK: Row = { time: '1970-01-01T00:00:01.250Z', ask: 3, bid: 1, mid: 2 };
const answer = (rows: readonly Row[], next: string | null = null): DecodedAnswer => ({
  rows,
  cursors: { next, current: null },
  body: null,
});

describe('a page of ticks', () => {
  test('has the time of each row, and its cursor leads to the next page', () => {
    expect(tickPage(answer([TICK, { ...TICK, time: '1970-01-01T00:00:02Z' }], 'more'))).toMatchObject({
      times: [1_250, 2_000],
      next: 'more',
      isValid: true,
    });
    expect(tickPage(answer([TICK])).next).toBeNull();
    expect(tickPage({ rows: [TICK], body: null }).next).toBeNull();
  });

  test.each<[string, Row]>([
    ['null', { ...TICK, ask: null, bid: null, mid: null }],
    ['unknown to us', { ...TICK, volume: 'x' }],
  ])('is complete with fields that are %s', (_, row) => {
    expect(tickPage(answer([row])).isValid).toBe(true);
  });

  test.each<[string, Row]>([
    ['no time', { ...TICK, time: undefined }],
    ['a time that is not a text', { ...TICK, time: 7 }],
    ['a time that is none', { ...TICK, time: 'noon' }],
    ['no ask', { ...TICK, ask: undefined }],
    ['no bid', { ...TICK, bid: undefined }],
    ['no mid', { ...TICK, mid: undefined }],
    ['a price in words', { ...TICK, mid: '2' }],
  ])('is not complete if one of its ticks has %s', (_, row) => {
    expect(tickPage(answer([row, TICK])).isValid).toBe(false);
  });

  test.each<[unknown]>([[undefined], [7], ['noon']])('has no time for a tick whose time is %p', (time) => {
    expect(tickPage(answer([{ ...TICK, time }])).times).toEqual([NaN]);
  });
});

describe('times are in order', () => {
  test.each<[string, readonly number[], boolean]>([
    ['where there are none', [], true],
    ['where they stay or grow', [5, 5, 6], true],
    ['not where one goes back', [5, 7, 6], false],
    ['not where the first is before the beginning', [4, 5], false],
    ['not where one is unknown', [5, NaN, 6], false],
  ])('%s', (_, times, isOrdered) => {
    expect(isInOrder(times, 5)).toBe(isOrdered);
  });
});
