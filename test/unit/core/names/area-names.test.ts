import { areaMeant } from '../../../../src/core/names/area-names';

test.each([
  ['fx', 'currencies'],
  ['Equity', 'stocks'],
  ['index', 'indices'],
  ['currencies', undefined],
])('the area called %j is %j', (name, area) => {
  expect(areaMeant(name)).toBe(area);
});
