import { Election } from '../../../../src/gateway/nodes/election';
import { type AnswerNode, NodeLink } from '../../../../src/gateway/nodes/node-link';
import { NodeLostError } from '../../../../src/gateway/errors';
import { SharedStore } from '../../../support/shared-store';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const QUESTION = { path: '/currencies/quotes?symbols=EURUSD', asker: { person: 'ann' } };

/** A leader and a node that asks it. */
async function joinTwo(answer: AnswerNode = () => Promise.resolve({ status: 200, body: '{"items":[]}', ageMs: 40 })) {
  const store = new SharedStore(Date.now);
  const join = async (id: string) => {
    const connection = store.connect();
    const election = new Election(connection, id, Date.now);
    const link = new NodeLink(connection, election, Date.now);
    await election.renew();
    await link.start(jest.fn(answer));
    return { connection, election, link };
  };
  const [leader, other] = [await join('a'), await join('b')];
  const ask = (question: Parameters<NodeLink['ask']>[1] = QUESTION) => {
    const { leader: current } = other.election;
    if (current === undefined || current === 'self') throw new Error('The other node does not follow');
    return other.link.ask(current, question).catch((error: unknown) => error);
  };
  return { store, leader, other, ask };
}

test('a question reaches the leader with who asks it, and its answer comes back with its age', async () => {
  const asked: unknown[] = [];
  const { ask } = await joinTwo((question) => {
    asked.push(question);
    return Promise.resolve({ status: 200, body: '{"items":[]}', ageMs: 40, ages: [40, 30] });
  });
  const at = Date.now();
  expect(await ask({ ...QUESTION, maxAgeMs: 2_000 })).toEqual({
    status: 200,
    body: '{"items":[]}',
    askedAt: at - 40,
    askedAts: [at - 40, at - 30],
  });
  expect(asked).toEqual([{ ...QUESTION, maxAgeMs: 2_000, body: undefined }]);
});

test('what the leader does not answer now is the same sentence at the node that asked', async () => {
  const { ask } = await joinTwo(() =>
    Promise.resolve({ status: 429, body: '{"detail":"Later"}', headers: { 'retry-after': '7' } }),
  );
  expect(await ask()).toMatchObject({ name: 'NotNowError', message: 'Later', status: 429, pauseMs: 7_000 });
});

describe('a long text', () => {
  test('lies in the store for as long as it is on its way, both ways', async () => {
    const long = 'x'.repeat(200_000);
    const { store, ask } = await joinTwo(({ body }) => Promise.resolve({ status: 200, body: `${body}${body}` }));
    expect(await ask({ ...QUESTION, body: long })).toMatchObject({ body: long + long });
    expect([...store.kept.keys()].filter((key) => key.startsWith('text'))).toEqual([]);
  });

  test.each([
    ['that is too long', false, 16_000_001],
    ['for which the store has no room', true, 200_000],
  ])('%s is left to the node that asks', async (_, isFull, length) => {
    const { store, ask } = await joinTwo(() => Promise.resolve({ status: 200, body: 'x'.repeat(length) }));
    store.isFull = isFull;
    expect(await ask()).toBeUndefined();
  });
});

describe('a question', () => {
  test('to a leader that is not there is lost at once', async () => {
    const { other } = await joinTwo();
    const gone = { id: 'nobody', term: 1 };
    await expect(other.link.ask(gone, QUESTION)).rejects.toBeInstanceOf(NodeLostError);
  });

  test.each(['question', 'answer'])('whose %s is lost on the way is lost within two seconds', async (kind) => {
    const { leader, other, ask } = await joinTwo();
    const { connection } = kind === 'question' ? leader : other;
    connection.loses = (message) => message.includes(`"kind":"${kind}"`);
    const answered = ask();
    await pass(2_500);
    expect(await answered).toBeInstanceOf(NodeLostError);
  });

  test('waits as long as the leader needs, while both say that they are there', async () => {
    const { ask } = await joinTwo(
      () => new Promise((resolve) => setTimeout(resolve, 20_000, { status: 200, body: 'late' })),
    );
    const answered = ask();
    await pass(20_100);
    expect(await answered).toMatchObject({ body: 'late' });
  });

  test('is lost when another node leads, and the answer of the leader before does not count', async () => {
    let answer!: (answered: { status: number; body: string }) => void;
    const { leader, other, ask } = await joinTwo(() => new Promise((resolve) => (answer = resolve)));
    const said = jest.spyOn(leader.connection, 'publish');
    const answered = ask();
    await pass(10);
    leader.connection.isSilent = true;
    await pass(3_500);
    expect(await answered).toBeInstanceOf(NodeLostError);
    expect(other.election.leader).toBe('self');
    leader.connection.isSilent = false;
    said.mockClear();
    answer({ status: 200, body: 'of the leader before' });
    await pass(10);
    expect(said.mock.calls.filter(([, message]) => message.includes('of the leader before'))).toEqual([]);
  });

  test('for which nobody waits any more is dropped by the leader', async () => {
    let gone: AbortSignal | undefined;
    const { ask } = await joinTwo((_, signal) => {
      gone = signal;
      return new Promise(() => undefined);
    });
    const leaving = new AbortController();
    const answered = ask({ ...QUESTION, signal: leaving.signal });
    await pass(10);
    expect(gone?.aborted).toBe(false);
    leaving.abort();
    await pass(10);
    expect(gone?.aborted).toBe(true);
    expect(await answered).toBeInstanceOf(NodeLostError);
  });

  test('of a node that is gone or frozen is dropped after three seconds', async () => {
    let gone: AbortSignal | undefined;
    const { other, ask } = await joinTwo((_, signal) => {
      gone = signal;
      return new Promise(() => undefined);
    });
    void ask();
    await pass(2_000);
    other.connection.isSilent = true;
    await pass(2_000);
    expect(gone?.aborted).toBe(false);
    await pass(2_000);
    expect(gone?.aborted).toBe(true);
  });

  test('of an earlier term is not answered', async () => {
    const { leader, other } = await joinTwo();
    const term = leader.election.ownTerm!;
    await expect(other.link.ask({ id: 'a', term: term - 1 }, QUESTION)).rejects.toBeInstanceOf(NodeLostError);
  });
});

test('what no node of this release says is left alone', async () => {
  const { store, ask } = await joinTwo();
  const stranger = store.connect();
  for (const message of ['', '[]', 'null', '{"kind":"greeting"}', '{"kind":"unknown","ids":["x"]}'])
    for (const id of ['a', 'b']) await stranger.publish(`node:${id}`, message);
  expect(await ask()).toMatchObject({ status: 200 });
});
