import { freeName } from '../../../../src/office/workbook/sheets';

test.each<[string, readonly string[], string]>([
  ['Model', [], 'Model'],
  ['model', ['Model'], 'model (2)'],
  ['MODEL', ['model', 'Model (2)'], 'MODEL (3)'],
  ["'A/B: [x]?'", [], 'A B   x'],
  ['[]', [], 'Sheet'],
  ['x'.repeat(40), [], 'x'.repeat(31)],
  ['x'.repeat(40), ['X'.repeat(31)], `${'x'.repeat(27)} (2)`],
  [`${'y'.repeat(30)}'z`, [], 'y'.repeat(30)],
  ['History', [], 'History (2)'],
])('a sheet called %j beside %j gets the name %j', (title, taken, name) => {
  expect(freeName(title, taken)).toBe(name);
});
