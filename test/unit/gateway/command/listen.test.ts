import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { listen } from '../../../../src/gateway/command/listen';

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
