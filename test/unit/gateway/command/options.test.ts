import { readVariable } from '../../../../src/gateway/command/options';

test('a variable that is empty counts as none', () => {
  expect(readVariable('tenant', { MD_TENANT: '' })).toBeUndefined();
  expect(readVariable('tenant', { MD_TENANT: 'desk' })).toBe('desk');
});
