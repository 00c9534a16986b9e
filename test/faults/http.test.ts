import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSandbox } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { FORMULAS, KEY, NOW_MS, createSession, errorsIn, evaluate, shown, traces } from './scene';

/** What every function shows over a real line. */
const recalculate = (session: ReturnType<typeof createSession>) =>
  Promise.all(FORMULAS.map((formula) => evaluate(session, formula)));
const openSession = (url: string, timeoutMs = 5_000) =>
  createSession((request) => fetch(request), { timeoutMs }, url.replace(/\/$/, ''));

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function listen(answer: RequestListener, port = 0): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(answer).on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function sandbox(port = 0, specs = ''): Promise<RunningSandbox> {
  const running = await startSandbox({ port, now: () => NOW_MS, faults: parseFaults(specs) });
  open.push(running);
  return running;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const notReached =
  /^http:\/\/127\.0\.0\.1:\d+ cannot be reached: check the connection and the service address in the MD pane$/;
const tooLate = /^http:\/\/127\.0\.0\.1:\d+ did not answer within 0\.3 seconds: recalculate to try again$/;

const LINES: readonly (readonly [what: string, answer: RequestListener, sentence: RegExp])[] = [
  ['is reset before an answer', (request) => request.socket.resetAndDestroy(), notReached],
  [
    'breaks off in the middle of an answer',
    (_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('[{"mic":"XNYS"', () => {
        response.destroy();
      });
    },
    notReached,
  ],
  [
    'breaks off in the middle of a chunk',
    (_, response) => {
      response.writeHead(200, JSON_TYPE).write('[', () => {
        response.destroy();
      });
    },
    notReached,
  ],
  ['never answers', () => undefined, tooLate],
  ['sends the headers and nothing more', (_, response) => response.writeHead(200, JSON_TYPE).flushHeaders(), tooLate],
  [
    'drips without an end',
    (_, response) => {
      response.writeHead(200, JSON_TYPE).write('[');
      drip(response.socket!, () => response.write(' '));
    },
    tooLate,
  ],
  ['speaks no HTTP', (request) => request.socket.end('220 mail.example.com ESMTP\r\n'), notReached],
  [
    'sends bytes that are not text',
    (_, response) => response.writeHead(200, JSON_TYPE).end(Buffer.from([0xff, 0xfe, 0x00, 0x5b])),
    /^The service sent an answer that is cut off or not JSON/,
  ],
  [
    'says that it is compressed when it is not',
    (_, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('[]'),
    notReached,
  ],
];

function drip(socket: Socket, write: () => void): void {
  const timer = setInterval(write, 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a server that', () => {
  test.each(LINES)("%s makes every function's error say what happened", async (_, answer, sentence) => {
    const session = openSession(await listen(answer), sentence === tooLate ? 300 : 5_000);
    const outcomes = await recalculate(session);
    for (const outcome of outcomes) for (const { message } of errorsIn(outcome)) expect(message).toMatch(sentence);
    expect(outcomes.map((outcome) => errorsIn(outcome).length > 0)).toEqual(FORMULAS.map(() => true));
    expect(traces(session, ...outcomes)).not.toContain(KEY);
  });

  test('was down and returns at the same address is used again at the next recalculation', async () => {
    const service = await sandbox();
    const port = Number(new URL(service.url).port);
    await service.close();
    const session = openSession(service.url);
    for (const outcome of await recalculate(session)) expect(errorsIn(outcome)[0]?.message).toMatch(notReached);
    await sandbox(port);
    for (const outcome of await recalculate(session)) expect(errorsIn(outcome)).toEqual([]);
  });

  test.each(['slow:100', 'reset:x2', 'status:503:x2', 'latency:50,jitter:50'])(
    'suffers from %s still gives every value',
    async (faults) => {
      const service = await sandbox(0, faults);
      for (const outcome of await recalculate(openSession(service.url))) expect(errorsIn(outcome)).toEqual([]);
    },
  );
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to another origin is not followed, nothing arrives there, and the cells say what to enter',
  async (status) => {
    const elsewhere: IncomingMessage[] = [];
    const other = await listen((request, response) => {
      elsewhere.push(request);
      response.end('[]');
    });
    const session = openSession(
      await listen(({ url = '' }, response) => response.writeHead(status, { location: `${other}${url}` }).end()),
    );
    for (const outcome of await recalculate(session)) {
      expect(errorsIn(outcome)[0]?.message).toMatch(
        /redirects elsewhere, where the key is not sent: enter the final service address in the MD pane$/,
      );
    }
    expect(elsewhere).toEqual([]);
    const seen = new Set(session.activity.requests.map((request) => request.status));
    // Requests side by side for one table stop when one of them fails.
    seen.delete('cancelled');
    expect(seen).toEqual(new Set(['redirect']));
  },
);

test('every function shows the same over a real connection as without one', async () => {
  const direct = createSandbox({ now: () => NOW_MS });
  const alone = FORMULAS.filter(({ id }) => id !== 'USAGE');
  const [over, without] = [
    openSession((await sandbox()).url),
    createSession((request) => direct.fetch(request as Request)),
  ];
  for (const formula of alone)
    expect(shown(await evaluate(over, formula))).toEqual(shown(await evaluate(without, formula)));
});
