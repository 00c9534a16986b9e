import { readTenant, readVariable } from '../../../../src/gateway/command/options';
import { runTokenCommand } from '../../../../src/gateway/command/token-command';

const STORE = 'redis://127.0.0.1:1';

describe('the tenant', () => {
  test('of the token command is checked by the same rule as that of the gateway', async () => {
    await expect(runTokenCommand(['list', '--store', STORE, '--tenant', 'a b'], {})).rejects.toThrow(
      '--tenant: "a b" is not a name',
    );
    await expect(runTokenCommand(['list'], { MD_STORE: STORE, MD_TENANT: 'a/b' })).rejects.toThrow(
      '--tenant: "a/b" is not a name',
    );
    expect(() => readTenant('')).toThrow('--tenant: "" is not a name');
  });

  test('is the default one if its variable is empty', async () => {
    expect(readVariable('tenant', { MD_TENANT: '' })).toBeUndefined();
    await expect(runTokenCommand(['list'], { MD_STORE: STORE, MD_TENANT: '' })).rejects.toThrow(
      '--store: no Valkey or Redis answers',
    );
  });
});
