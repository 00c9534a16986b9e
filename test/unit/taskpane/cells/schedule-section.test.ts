import { ruleOf } from '../../../../src/taskpane/cells/schedule-section';

const DRAFT = { day: '3', time: '17:30', mic: ' xnys ' };
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

test.each([
  ['weekly', { kind: 'weekly', days: [3], minute: 1050, zone }],
  ['workdays', { kind: 'weekly', days: [1, 2, 3, 4, 5], minute: 1050, zone }],
  ['close', { kind: 'close', mic: 'XNYS' }],
  ['month-end', { kind: 'month-end', mic: 'XNYS' }],
] as const)('what is entered for snapshots %s is the rule %j', (when, rule) => {
  expect(ruleOf({ ...DRAFT, when })).toEqual(rule);
});
