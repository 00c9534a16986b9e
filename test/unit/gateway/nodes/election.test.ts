import { Election } from '../../../../src/gateway/nodes/election';
import { type NodeAddress, SpokenUpstream } from '../../../../src/gateway/nodes/speaker';
import type { Store } from '../../../../src/gateway/nodes/store';
import { NodeLostError } from '../../../../src/gateway/node-lost-error';
import type { UpstreamReply } from '../../../../src/gateway/memory/upstream';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A store that keeps the seat alone, as the scripts of an election do. */
function createSeatStore() {
  let seat: { readonly holder: string; readonly until: number } | undefined;
  const held = (): string | null => (seat !== undefined && Date.now() < seat.until ? seat.holder : null);
  const client = {
    get: () => Promise.resolve(held()),
    eval: (_: string, { arguments: [own, leaseMs] }: { arguments: [string, string?] }) => {
      const holder = held();
      if (leaseMs === undefined) {
        if (holder === own) seat = undefined;
      } else if (holder === null || holder === own) seat = { holder: own, until: Date.now() + Number(leaseMs) };
      return Promise.resolve(held());
    },
  };
  const store = { isUp: true, key: (name: string) => name, ask: <T>(ask: (one: typeof client) => T) => ask(client) };
  return store as unknown as Store;
}

/** A node that takes part until the store does not hear from it any more. */
async function join(store: Store, id: string) {
  const node = { isGone: false };
  const ask: Store['ask'] = (question) => (node.isGone ? new Promise(() => undefined) : store.ask(question));
  const seen: unknown = { key: (name: string) => store.key(name), isUp: true, ask };
  const election = new Election(seen as Store, { id, url: `http://${id}.test` }, Date.now);
  await election.start();
  return { node, election };
}

test('when the speaker is lost, another node is the speaker within four seconds, and stays it', async () => {
  const store = createSeatStore();
  const [first, second] = [await join(store, 'a'), await join(store, 'b')];
  expect([first.election.seat, second.election.seat]).toEqual(['self', { id: 'a', url: 'http://a.test' }]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(second.election.seat).toEqual({ id: 'a', url: 'http://a.test' });
  first.node.isGone = true;
  await jest.advanceTimersByTimeAsync(4_000);
  // The one that is away does not take itself for the speaker any longer than the others do.
  expect([first.election.seat, second.election.seat]).toEqual([undefined, 'self']);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(second.election.seat).toBe('self');
});

test('a question that finds no speaker waits for four and a half seconds; then the node asks by itself', async () => {
  const speaker: NodeAddress = { id: 'a', url: 'http://a.test' };
  const election = {
    seat: speaker,
    suspect: () => undefined,
    renewSoon: () => new Promise<void>((resolve) => setTimeout(resolve, 100)),
  };
  const reply = {} as UpstreamReply;
  const ask = jest.fn(() => Promise.resolve(reply));
  const upstream = new SpokenUpstream(election, ask, () => Promise.reject(new NodeLostError()), Date.now);
  const startedAt = Date.now();
  const answered = upstream.ask({ path: '/x' }).then((given) => [given, Date.now() - startedAt]);
  await jest.advanceTimersByTimeAsync(4_400);
  expect(ask).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(await answered).toEqual([reply, 4_500]);
});
