import { Allowances } from '../../../../src/gateway/access/allowances';

test('the requests of the day start again at zero at midnight, even if no request comes', () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T23:59:00Z') });
  const allowances = new Allowances({ person: { requestsPerDay: 3 }, groupOf: () => undefined, now: Date.now });
  const ann = { person: 'ann' };
  allowances.spendRequests(ann, 1);
  expect(allowances.problemOf(ann, 0)).toBeUndefined();
  allowances.spendRequests(ann, 2);
  expect(allowances.problemOf(ann, 0)).toMatchObject({ status: 429 });
  jest.setSystemTime(new Date('2026-11-21T00:01:00Z'));
  expect(allowances.problemOf(ann, 0)).toBeUndefined();
  jest.useRealTimers();
});
