import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { refreshWhenWanted } from '../../../../src/app/refresh/refresh-when-wanted';
import { keepRefreshing } from '../../../../src/app/refresh/auto-refresh';
import { createTestSession } from '../../../support/evaluate';

jest.mock('../../../../src/app/refresh/auto-refresh', () => ({ keepRefreshing: jest.fn() }));

test('the automatic refresh starts with the first interval that is set, and only once', async () => {
  const begun = jest.mocked(keepRefreshing);
  const session = createTestSession();
  refreshWhenWanted(session, () => Promise.resolve(TRAITS));
  await session.save({ area: 'crypto' });
  expect(begun).not.toHaveBeenCalled();
  await session.save({ autoRefreshSeconds: 60 });
  await session.save({ autoRefreshSeconds: 30 });
  await new Promise(setImmediate);
  expect(begun.mock.calls).toEqual([[session, TRAITS]]);
});

describe('an automatic refresh whose code cannot be loaded', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(keepRefreshing).mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is reported in the activity once, and starts as soon as it can be loaded', async () => {
    const session = createTestSession();
    const note = jest.spyOn(session, 'note');
    await session.save({ autoRefreshSeconds: 60 });
    const loadTraits = jest
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(TRAITS);
    refreshWhenWanted(session, loadTraits);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(note.mock.calls).toEqual([['The automatic refresh could not be loaded: MD tries again every minute']]);
    expect(keepRefreshing).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(jest.mocked(keepRefreshing).mock.calls).toEqual([[session, TRAITS]]);
    expect(note).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(300_000);
    expect(loadTraits).toHaveBeenCalledTimes(3);
  });
});
