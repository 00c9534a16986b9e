import { refreshWhenWanted } from '../../../src/app/refresh-when-wanted';
import * as autoRefresh from '../../../src/app/auto-refresh';
import { createTestSession } from '../../support/evaluate';

test('the automatic refresh begins with the first interval that is set, once', async () => {
  const begun = jest.spyOn(autoRefresh, 'keepRefreshing').mockReturnValue(() => undefined);
  const session = createTestSession();
  refreshWhenWanted(session);
  await session.save({ area: 'crypto' });
  expect(begun).not.toHaveBeenCalled();
  await session.save({ autoRefreshSeconds: 60 });
  await session.save({ autoRefreshSeconds: 30 });
  await new Promise(setImmediate);
  expect(begun.mock.calls).toEqual([[session]]);
});
