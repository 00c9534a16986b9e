import { listen, type Listening } from '../../src/gateway/command/listen';
import { createAskNode } from '../../src/gateway/nodes/node-talk';
import { type NodeAddress, type Seat, type SpeakerElection, SpokenUpstream } from '../../src/gateway/nodes/speaker';
import { closeScenes, createScene, type Scene } from './scene';

const SECRET = 'of a node';
const CHECK_MS = 20;
const QUOTES = '/api/currencies/quotes?symbols=EURUSD';

/** A promise with the function that resolves it. */
function createSignal() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((given) => (resolve = given));
  return { promise, resolve };
}

/** An election whose result the test sets. */
class TestElection implements SpeakerElection {
  seat: Seat;

  suspect(): void {
    // The test says who speaks.
  }

  renewSoon(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A gateway that other nodes reach over http. */
class TestNode {
  readonly election = new TestElection();
  /** What comes from another node waits for this before it is read. */
  open: Promise<void> = Promise.resolve();
  readonly heard = createSignal();
  readonly accepted = createSignal();
  readonly scene: Scene;
  address!: NodeAddress;
  #listening!: Listening;

  private constructor() {
    const now = (): number => performance.timeOrigin + performance.now();
    const askNode = createAskNode(() => SECRET, now);
    this.scene = createScene({
      gateway: {
        isNode: (secret) => secret === SECRET,
        throughNodes: (askService) => new SpokenUpstream(this.election, askService, askNode, now, CHECK_MS),
      },
    });
  }

  static async start(id: string): Promise<TestNode> {
    const node = new TestNode();
    node.#listening = await listen(
      async (request) => {
        node.heard.resolve();
        await node.open;
        const answer = await node.scene.gateway.fetch(request);
        node.accepted.resolve();
        return answer;
      },
      { host: '127.0.0.1', port: 0, option: 'port' },
    );
    node.address = { id, url: `http://127.0.0.1:${node.#listening.port}` };
    return node;
  }

  close(): Promise<void> {
    return this.#listening.close(0);
  }
}

test('two nodes that wait for each other, because both were the speaker, are both answered', async () => {
  const [a, b] = await Promise.all([TestNode.start('a'), TestNode.start('b')]);
  try {
    const delayed = createSignal();
    a.open = delayed.promise;
    [a.election.seat, b.election.seat] = ['self', a.address];
    const answerOfB = b.scene.ask(QUOTES);
    await a.heard.promise;
    [a.election.seat, b.election.seat] = [b.address, 'self'];
    const answerOfA = a.scene.ask(QUOTES);
    await b.accepted.promise;
    // What B sent while A was the speaker arrives at a moment when A takes itself for the speaker again.
    a.election.seat = 'self';
    delayed.resolve();
    await a.accepted.promise;
    a.election.seat = b.address;
    for (const answer of await Promise.all([answerOfA, answerOfB])) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ items: [{ symbol: 'EURUSD' }] });
    }
    expect([a.scene.upstream.length, b.scene.upstream.length]).toEqual([0, 1]);
  } finally {
    closeScenes();
    await Promise.all([a.close(), b.close()]);
  }
});
