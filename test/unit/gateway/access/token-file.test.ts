import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_GROUPS } from '../../../../src/gateway/access/groups';
import { PersonRateLimiter } from '../../../../src/gateway/access/limits';
import { People } from '../../../../src/gateway/access/people';
import { makeToken } from '../../../../src/gateway/access/token';
import { TokenFile } from '../../../../src/gateway/access/token-file';

const folder = mkdtempSync(path.join(tmpdir(), 'md-token-file-'));

describe('a file of tokens', () => {
  test('is created with the first token', async () => {
    const file = new TokenFile(path.join(folder, 'new.json'));
    const { record } = makeToken('ann', {});
    await file.write(record);
    expect(await file.read()).toEqual([record]);
  });

  test.each<[string, (file: string) => void]>([
    [
      'is missing',
      (file) => {
        renameSync(file, `${file}.away`);
      },
    ],
    [
      'is only half written',
      (file) => {
        writeFileSync(file, '[{');
      },
    ],
  ])('that %s leaves the known tokens valid until it can be read again', async (_, harm) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const name = path.join(folder, 'tokens.json');
    const file = new TokenFile(name);
    const { token, record } = makeToken('ann', {});
    await file.write(record);
    const read = jest.spyOn(file, 'read');
    const people = new People(file, DEFAULT_GROUPS, new PersonRateLimiter(300), true);
    await people.start();
    harm(name);
    jest.advanceTimersByTime(2_000);
    await Promise.allSettled(read.mock.results.map(({ value }) => value as Promise<unknown>));
    await new Promise(setImmediate);
    expect(read.mock.calls.length).toBeGreaterThan(1);
    expect(people.find(token)).toEqual(record);
    people.stop();
    jest.useRealTimers();
  });
});
