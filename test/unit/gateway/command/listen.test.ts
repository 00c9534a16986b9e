import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listen, ownOrigin } from '../../../../src/gateway/command/listen';

test('a port can be closed while a client has stopped reading its answer', async () => {
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const listening = await listen(() => new Response(endless), { host: '127.0.0.1', port: 0, option: 'port' });
  const [answer] = (await once(get({ host: '127.0.0.1', port: listening.port }), 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  answer.pause();
  await listening.close(100);
  answer.destroy();
  expect(answer.statusCode).toBe(200);
});

test('a closing port answers all waiting requests within five seconds, and then is closed', async () => {
  const heard = withSignal();
  const handler = (): Promise<Response> => {
    heard.give();
    return new Promise(() => undefined);
  };
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, option: 'port' });
  const response = once(get({ host: '127.0.0.1', port: listening.port }), 'response');
  await heard.promise;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const closed = listening.close();
  await jest.advanceTimersByTimeAsync(4_400);
  const [answer] = (await response) as [IncomingMessage];
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  answer.resume();
  await jest.advanceTimersByTimeAsync(600);
  await closed;
  jest.useRealTimers();
});

test('a port keeps no part of the answers that it has sent', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const answers: WeakRef<Response>[] = [];
  const answer = (): Response => {
    const response = new Response('{}');
    answers.push(new WeakRef(response));
    return response;
  };
  const listening = await listen(answer, { host: '127.0.0.1', port: 0, option: 'port' });
  for (let number = 0; number < 5; number++)
    await (await fetch(`http://127.0.0.1:${listening.port}`, { headers: { connection: 'close' } })).text();
  await new Promise(setImmediate);
  collect();
  expect(answers.filter((one) => one.deref() !== undefined)).toHaveLength(0);
  await listening.close(0);
});

function withSignal() {
  let give = (): void => undefined;
  const promise = new Promise<void>((resolve) => (give = resolve));
  return { promise, give };
}

test.each([
  ['127.0.0.1', 'https://localhost:3443'],
  ['127.0.0.2', 'https://127.0.0.2:3443'],
  ['::1', 'https://localhost:3443'],
  ['0.0.0.0', 'https://localhost:3443'],
  ['::', 'https://localhost:3443'],
  ['10.0.0.7', 'https://10.0.0.7:3443'],
  ['fd00::7', 'https://[fd00::7]:3443'],
])('a gateway that listens on %s names the address %s, which this computer can open', (host, address) => {
  expect(ownOrigin('https', host, 3443)).toBe(address);
});
