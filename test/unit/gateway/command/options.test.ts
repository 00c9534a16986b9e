import { readVariable } from '../../../../src/gateway/command/options';

test('an empty environment variable counts as not set', () => {
  expect(readVariable('tenant', { MD_TENANT: '' })).toBeUndefined();
  expect(readVariable('tenant', { MD_TENANT: 'desk' })).toBe('desk');
});
