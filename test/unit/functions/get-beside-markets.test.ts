import { Session } from '../../../src/app/session';
import type { Client } from '../../../src/api/client';
import { calendarOf } from '../../../src/api/calendars';
import { readsOf } from '../../../src/api/reads';
import { createMemoryHost } from '../../support/memory-host';

test('MD.GET of the markets and MD.MARKETS each have their own lookup in one client', async () => {
  const session = new Session(createMemoryHost(), { fetch: () => Promise.reject(new TypeError('no network')) });
  await session.ready;
  const client: Client = session.client!;
  expect(readsOf(client, 'GET /stocks/markets')).not.toBe(calendarOf(client, 'GET /stocks/markets'));
});
