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
