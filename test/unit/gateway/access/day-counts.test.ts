import { DayCounts } from '../../../../src/gateway/access/day-counts';

const FRIDAY = new Date('2026-11-20T23:59:00Z');
const SATURDAY = new Date('2026-11-21T00:01:00Z');

describe('the requests of the day', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: FRIDAY });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('are none after midnight, whether anybody asks or not', () => {
    const counts = new DayCounts();
    counts.add('ann');
    expect([counts.day, [...counts.today]]).toEqual(['2026-11-20', [['ann', 1]]]);
    jest.setSystemTime(SATURDAY);
    expect([counts.day, [...counts.today]]).toEqual(['2026-11-21', []]);
  });

  test('that could not be sent are given back to their own day alone', () => {
    const counts = new DayCounts();
    counts.add('ann');
    const { day } = counts;
    const taken = counts.take();
    counts.giveBack(day, taken);
    expect([...counts.take()]).toEqual([['ann', 1]]);
    jest.setSystemTime(SATURDAY);
    counts.giveBack(day, taken);
    expect([...counts.take()]).toEqual([]);
  });
});
