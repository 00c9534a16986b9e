import { LastMinutes, statusPage, type StatusSources } from '../../../../src/gateway/watch/status-page';

const textOf = (sources: Partial<StatusSources>): Promise<string> =>
  statusPage({
    minutes: [],
    people: new Map(),
    isTokenNeeded: true,
    quotes: 0,
    quota: undefined,
    version: '1.0.0',
    ...sources,
  }).text();

test.each([
  [true, 'Nobody has sent a request yet.'],
  [false, 'Nobody needs a token here, so nobody is counted.'],
])('the status page says why it shows no people (tokens needed: %s)', async (isTokenNeeded, sentence) => {
  expect(await textOf({ isTokenNeeded })).toContain(`<p>${sentence}</p>`);
});

test("the status page shows how much of the day's quota is used, if there is one", async () => {
  const sentence = "7 of the day's 100 requests to the service are used.";
  expect(await textOf({ quota: { used: 7, of: 100 } })).toContain(sentence);
  expect(await textOf({})).not.toContain('requests to the service are used');
});

test('of the last minutes only what the gateway or the service owed counts as failed, as for the alert', () => {
  const minutes = new LastMinutes();
  for (const status of [200, 401, 403, 404, 422, 429, 499, 500, 502, 503])
    minutes.onInbound({ person: 'ann', operation: 'GET /stocks/quotes', ms: 1, answered: { status, body: '' } });
  expect(minutes.last[0]).toMatchObject({ inbound: 10, failed: 3 });
});
