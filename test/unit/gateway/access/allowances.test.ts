import { DayCounts } from '../../../../src/gateway/access/allowances';

test('the requests of the day start again at zero at midnight, even if no request comes', () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T23:59:00Z') });
  const counts = new DayCounts();
  counts.addCount('ann');
  counts.addCount('ann', 2);
  expect([...counts.today]).toEqual([['ann', 3]]);
  jest.setSystemTime(new Date('2026-11-21T00:01:00Z'));
  expect([...counts.today]).toEqual([]);
  jest.useRealTimers();
});
