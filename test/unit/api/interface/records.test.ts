import { usagePeriodsIn } from '../../../../src/api/interface/records';

test('periods come oldest first, with what the service counted', () => {
  expect(usagePeriodsIn({ 7200: { requests: 2 }, 3600: { requests: 1, data: { request: 9 } } })).toEqual([
    { start: 3600, counts: { requests: 1, data: { request: 9 } } },
    { start: 7200, counts: { requests: 2 } },
  ]);
});

test('fields beside the periods are ignored', () =>
  expect(usagePeriodsIn({ plan: 'free', 3600: { requests: 1 } })).toEqual([{ start: 3600, counts: { requests: 1 } }]));

test('a period that is not an object has no counts', () =>
  expect(usagePeriodsIn({ 3600: 17 })).toEqual([{ start: 3600, counts: {} }]));

test.each([[null], ['down'], [[1, 2]]])('%j has no periods at all', (body) => {
  expect(usagePeriodsIn(body)).toBeUndefined();
});
