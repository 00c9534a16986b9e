import { createPassThrough } from '../../../src/api/pass-through';
import { statusError } from '../../../src/api/service-error';
import type { Reply, Sending } from '../../../src/api/transport/policy';
import type { Transport } from '../../../src/api/transport/transport';

interface Passed {
  readonly sending: Sending;
  readonly signal: AbortSignal;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A service that takes four requests at a time, whose replies the test gives. */
function setUp() {
  const passed: Passed[] = [];
  const pass: Transport['pass'] = (sending, signal) =>
    new Promise((resolve, reject) => {
      passed.push({ sending, signal, resolve, reject });
    });
  const transport = { pass, requestsAtOnce: 4 } as unknown as Transport;
  return { passed, passThrough: createPassThrough(transport) };
}

const replyOf = (status: number): Reply => ({ status, body: '', headers: new Headers(), sentAt: 0 });

describe('passing requests on', () => {
  test('sends each unchanged, and gives its reply, whatever the status', async () => {
    const { passThrough, passed } = setUp();
    const sending = { path: '/stocks/news?page=2', maxAgeMs: 5_000 };
    const asked = passThrough.ask(sending);
    expect(passed.map((one) => one.sending)).toEqual([sending]);
    passed[0]!.resolve(replyOf(404));
    expect(await asked).toEqual(replyOf(404));
  });

  test('tells how many requests the service takes at a time', () => {
    expect(setUp().passThrough.slots).toBe(4);
  });

  test('counts the requests that have neither a reply nor failed', async () => {
    const { passThrough, passed } = setUp();
    const asked = ['/a', '/b'].map((path) => passThrough.ask({ path }));
    expect(passThrough.pendingCount).toBe(2);
    passed[0]!.resolve(replyOf(200));
    await asked[0];
    expect(passThrough.pendingCount).toBe(1);
    passed[1]!.reject(statusError(503));
    await expect(asked[1]).rejects.toMatchObject({ status: 503 });
    expect(passThrough.pendingCount).toBe(0);
  });

  test('ends with its client: what is under way is aborted, and nothing more is sent', async () => {
    const { passThrough, passed } = setUp();
    void passThrough.ask({ path: '/a' });
    expect(passed[0]!.signal.aborted).toBe(false);
    passThrough.close();
    expect(passed[0]!.signal.aborted).toBe(true);
    await expect(passThrough.ask({ path: '/b' })).rejects.toMatchObject({ kind: 'closed' });
    expect(passed).toHaveLength(1);
  });
});
