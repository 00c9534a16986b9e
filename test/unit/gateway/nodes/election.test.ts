import { Election, type Leading } from '../../../../src/gateway/nodes/election';
import { LeaderUpstream } from '../../../../src/gateway/nodes/node-link';
import type { UpstreamReply } from '../../../../src/gateway/service/upstream';
import { NodeLostError } from '../../../../src/gateway/errors';
import { SharedStore } from '../../../support/shared-store';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Nodes that take part one after the other, on one store. */
async function join(...ids: readonly string[]) {
  const store = new SharedStore(Date.now);
  const nodes = [];
  for (const id of ids) {
    const connection = store.connect();
    const election = new Election(connection, id, Date.now);
    await election.renew();
    nodes.push({ connection, election });
  }
  return { store, nodes: nodes as [(typeof nodes)[0], (typeof nodes)[0]] };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

test('when the leader is lost, another node leads as soon as its lease has ended, and stays the leader', async () => {
  const { nodes } = await join('a', 'b');
  const [first, second] = nodes;
  expect([first.election.leader, second.election.leader]).toEqual(['self', { id: 'a', term: expect.any(Number) }]);
  await pass(10_000);
  expect(second.election.leader).toMatchObject({ id: 'a' });
  first.connection.isSilent = true;
  await pass(3_010);
  // The one that is away does not take itself for the leader any longer than the others do.
  expect([first.election.leader, second.election.leader]).toEqual([undefined, 'self']);
  await pass(10_000);
  expect(second.election.leader).toBe('self');
});

test('a leader that wakes does not lead before it has asked, and nobody accepts what it says', async () => {
  const { nodes } = await join('a', 'b');
  const [first, second] = nodes;
  const before = first.election.ownTerm!;
  expect(second.election.accepts(before)).toBe(true);
  first.connection.isSilent = true;
  await pass(4_000);
  expect(second.election.accepts(before)).toBe(false);
  const after = second.election.ownTerm!;
  expect(after).toBeGreaterThan(before);
  expect([first.election.leader, first.election.ownTerm]).toEqual([undefined, undefined]);
  // The first word of the new leader shows it to whoever does not know it yet.
  first.connection.isSilent = false;
  expect(first.election.accepts(after)).toBe(true);
  await pass(1_100);
  expect(first.election.leader).not.toBe('self');
});

test('a leader that hears of a later one gives up at once', async () => {
  const { nodes } = await join('a');
  const [{ election }] = nodes;
  expect(election.leader).toBe('self');
  election.accepts(election.ownTerm! + 1);
  expect([election.leader === 'self', election.ownTerm]).toEqual([false, undefined]);
});

test('a store that has lost everything gives the next leader a higher term all the same', async () => {
  const { store, nodes } = await join('a', 'b');
  const before = nodes[0].election.ownTerm!;
  store.forget();
  await pass(1_100);
  const terms = nodes.flatMap(({ election }) => election.ownTerm ?? []);
  expect(terms).toHaveLength(1);
  expect(terms[0]).toBeGreaterThan(before);
});

test('without the store every node works by itself, and afterwards one leads again', async () => {
  const { nodes } = await join('a', 'b');
  for (const { connection } of nodes) connection.isAway = true;
  expect(nodes.map(({ election }) => election.leader)).toEqual(['self', 'self']);
  for (const { connection } of nodes) connection.isAway = false;
  await pass(1_100);
  expect(nodes.map(({ election }) => election.leader === 'self')).toEqual([true, false]);
});

test('a leader that leaves is followed at once, and answers by itself only what is left a second later', async () => {
  const { nodes } = await join('a', 'b');
  const [first, second] = nodes;
  await first.election.leave();
  expect(first.election.leader).toBeUndefined();
  await second.election.renew();
  expect(second.election.leader).toBe('self');
  await first.election.renew();
  expect(first.election.leader).toMatchObject({ id: 'b' });
});

test('a question that finds no leader waits for four and a half seconds; then the node asks by itself', async () => {
  const election = {
    leader: { id: 'a', term: 1 },
    renewSoon: () => new Promise<void>((resolve) => setTimeout(resolve, 100)),
  };
  const reply = {} as UpstreamReply;
  const ask = jest.fn(() => Promise.resolve(reply));
  const link = { ask: () => Promise.reject(new NodeLostError()) };
  const upstream = new LeaderUpstream(election, { ask }, link, Date.now);
  const startedAt = Date.now();
  const answered = upstream.ask({ path: '/x' }).then((given) => [given, Date.now() - startedAt]);
  await pass(4_400);
  expect(ask).not.toHaveBeenCalled();
  await pass(200);
  expect(await answered).toEqual([reply, 4_500]);
});

test('a question that is lost with the store is asked by the node itself at once', async () => {
  const election = { leader: { id: 'a', term: 1 } as Leading, renewSoon: jest.fn(() => Promise.resolve()) };
  const reply = {} as UpstreamReply;
  const link = {
    ask: () => {
      election.leader = 'self';
      return Promise.reject(new NodeLostError());
    },
  };
  const upstream = new LeaderUpstream(election, { ask: () => Promise.resolve(reply) }, link, Date.now);
  expect(await upstream.ask({ path: '/x' })).toBe(reply);
  expect(election.renewSoon).not.toHaveBeenCalled();
});
