import { readTenant, readVariable } from '../../../../src/gateway/command/options';
import { runTokenCommand } from '../../../../src/gateway/command/tokens';

const STORE = 'redis://127.0.0.1:1';

describe('the tenant', () => {
  test('of the token command is checked as that of the gateway is', async () => {
    await expect(runTokenCommand(['list', '--store', STORE, '--tenant', 'a b'], {})).rejects.toThrow(
      '--tenant: "a b" is not a name',
    );
    await expect(runTokenCommand(['list'], { MD_STORE: STORE, MD_TENANT: 'a/b' })).rejects.toThrow(
      '--tenant: "a/b" is not a name',
    );
    expect(() => readTenant('')).toThrow('--tenant: "" is not a name');
  });

  test('in an empty variable is the default one, which the store is then asked for', async () => {
    expect(readVariable('tenant', { MD_TENANT: '' })).toBeUndefined();
    await expect(runTokenCommand(['list'], { MD_STORE: STORE, MD_TENANT: '' })).rejects.toThrow(
      '--store: no Valkey or Redis answers',
    );
  });
});
