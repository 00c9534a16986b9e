import type { Archive } from '../../../src/api/lookup/long-read';
import { accountArchive } from '../../../src/app/archive';
import { useFakeTimers } from '../../support/fake-timers';

const ACCOUNT = { serviceAddress: 'https://service.example/', apiKey: 'key-0123456789' };
const never = (): Promise<never> => new Promise(() => undefined);
const STUCK: Archive = { recordNames: never, readRecord: never, writeRecord: never, removeRecord: never };

describe('a disk that does not answer', () => {
  useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });

  test('is waited for ten seconds once, and not again', async () => {
    const archive = await accountArchive(STUCK, ACCOUNT);
    const outcomes: string[] = [];
    const note = (name: string, work: Promise<unknown>): Promise<void> =>
      work.then(
        () => undefined,
        () => void outcomes.push(name),
      );
    void note('first', archive.readRecord('ticks SPX 2026-01-05'));
    await jest.advanceTimersByTimeAsync(9_000);
    expect(outcomes).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(outcomes).toEqual(['first']);
    await note('second', archive.writeRecord('ticks SPX 2026-01-06', {}));
    await note('third', archive.recordNames('a', 'b'));
    expect(outcomes).toEqual(['first', 'second', 'third']);
  });

  test('is still used if only one question has failed', async () => {
    const records = new Map<string, unknown>();
    const archive = await accountArchive(
      {
        ...STUCK,
        readRecord: (name) => Promise.resolve(records.get(name)),
        writeRecord: (name, record) =>
          record === 'too large' ? Promise.reject(new Error('full')) : Promise.resolve(void records.set(name, record)),
      },
      ACCOUNT,
    );
    await expect(archive.writeRecord('one', 'too large')).rejects.toThrow('full');
    await archive.writeRecord('two', 'small');
    expect(await archive.readRecord('two')).toBe('small');
    expect([...records.keys()].join()).not.toContain(ACCOUNT.apiKey);
  });
});
