import type { Leading } from '../../src/gateway/nodes/election';
import { LeaderUpstream, NodeLink } from '../../src/gateway/nodes/node-link';
import { SharedStore } from '../support/shared-store';
import { until } from './firm';
import { closeScenes, createScene, type Scene } from './scene';

const QUOTES = '/api/currencies/quotes?symbols=EURUSD';
const now = (): number => performance.timeOrigin + performance.now();

/** An election whose result the test sets. */
class TestElection {
  leader: Leading;

  constructor(
    readonly id: string,
    readonly term: number,
  ) {}

  get ownTerm(): number | undefined {
    return this.leader === 'self' ? this.term : undefined;
  }

  accepts(): boolean {
    return true;
  }

  renewSoon(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A gateway that other nodes reach through a store. */
async function startNode(store: SharedStore, id: string, term: number) {
  const connection = store.connect();
  const election = new TestElection(id, term);
  const link = new NodeLink(connection, election, now);
  const state = { heard: 0, open: Promise.resolve() };
  const scene: Scene = createScene({
    gateway: { throughNodes: (service) => new LeaderUpstream(election, service, link, now) },
  });
  await link.start(async (question, gone) => {
    state.heard++;
    await state.open;
    return scene.gateway.answerNode(question, gone);
  });
  return { election, link, scene, state, leader: { id, term } };
}

test('two nodes that wait for each other, because both were the leader, are both answered', async () => {
  const store = new SharedStore(now);
  const [a, b] = [await startNode(store, 'a', 1), await startNode(store, 'b', 2)];
  try {
    let open = (): void => undefined;
    a.state.open = new Promise((resolve) => (open = resolve));
    [a.election.leader, b.election.leader] = ['self', a.leader];
    const answerOfB = b.scene.ask(QUOTES);
    await until(() => a.state.heard === 1);
    [a.election.leader, b.election.leader] = [b.leader, 'self'];
    const answerOfA = a.scene.ask(QUOTES);
    await until(() => b.state.heard === 1);
    // What B sent while A was the leader is read at a moment when A takes itself for the leader again.
    a.election.leader = 'self';
    open();
    await new Promise(setImmediate);
    a.election.leader = b.leader;
    for (const answer of await Promise.all([answerOfA, answerOfB])) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ items: [{ symbol: 'EURUSD' }] });
    }
    expect([a.scene.upstream.length, b.scene.upstream.length]).toEqual([0, 1]);
  } finally {
    closeScenes();
    a.link.close();
    b.link.close();
  }
});

test.each([QUOTES, '/api/stocks/AAPL/scores'])(
  'whoever asks a node for %s that another has just given up there is answered all the same',
  async (path) => {
    const store = new SharedStore(now);
    const [a, b] = [await startNode(store, 'a', 1), await startNode(store, 'b', 2)];
    try {
      let open = (): void => undefined;
      a.state.open = new Promise((resolve) => (open = resolve));
      [a.election.leader, b.election.leader] = ['self', a.leader];
      const gone = new AbortController();
      const givenUp = b.scene.ask(path, { signal: gone.signal });
      await until(() => a.state.heard === 1);
      gone.abort();
      const answer = b.scene.ask(path);
      open();
      expect([(await givenUp).status, (await answer).status]).toEqual([499, 200]);
    } finally {
      closeScenes();
      a.link.close();
      b.link.close();
    }
  },
);
