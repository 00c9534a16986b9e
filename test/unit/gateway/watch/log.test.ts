import { existsSync } from 'node:fs';
import { Log } from '../../../../src/gateway/watch/log';

const FULL = '/dev/full';

(existsSync(FULL) ? test : test.skip)('a full disk does not stop the gateway, and is reported once', async () => {
  const said: string[] = [];
  const log = new Log(FULL, (text) => said.push(text));
  const answered = { status: 200, body: '' };
  const write = (): void => {
    for (let count = 0; count < 200; count++)
      log.onInbound({ person: 'ann', operation: 'GET /algo/symbols', ms: 1, answered, isFromNode: false });
  };
  for (let turn = 0; turn < 20; turn++) {
    write();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(said).toEqual([expect.stringMatching(/^The log cannot be written: ENOSPC/)]);
});
