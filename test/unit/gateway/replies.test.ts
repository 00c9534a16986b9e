import { gunzipSync } from 'node:zlib';
import { type Answered, failure, limitedFetch, memoryOf, Room } from '../../../src/gateway/replies';

const CHUNK = 100_000;
const CHUNKS = 100;
const ADDRESS = 'https://service.test/';

/** Answers of 10 MB, and how many bytes of those that are not complete have left it. */
function createService() {
  const state = { arriving: 0, most: 0 };
  const answer = (breaksAfter = Infinity): Response => {
    let sent = 0;
    const end = (): void => void (state.arriving -= sent * CHUNK);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(setImmediate);
        if (sent === breaksAfter) {
          end();
          controller.error(new TypeError('reset'));
          return;
        }
        sent++;
        state.arriving += CHUNK;
        state.most = Math.max(state.most, state.arriving);
        controller.enqueue(new Uint8Array(CHUNK).fill(32));
        if (sent < CHUNKS) return;
        end();
        controller.close();
      },
    });
    return new Response(body);
  };
  return { state, answer };
}

const lengthsOf = async (answers: Response[], maxBytes: number): Promise<(number | string)[]> => {
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), new Room(maxBytes));
  const reading = [...answers].map(async () => (await (await get(ADDRESS)).text()).length);
  return (await Promise.allSettled(reading)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
};

test('of many large answers at once, no more is in memory than the longest may have, and each arrives, also after one that broke off', async () => {
  const { state, answer } = createService();
  const answers = [answer(), answer(75), ...Array.from({ length: 7 }, () => answer())];
  const all = CHUNKS * CHUNK;
  expect(await lengthsOf(answers, 12_000_000)).toEqual([all, 'failed', all, all, all, all, all, all, all]);
  // Beside the room itself, each stream holds a few chunks on the way.
  expect(state.most).toBeLessThan(38_000_000);
  expect(state.most).toBeGreaterThan(11_000_000);
});

/** Sends one chunk of so many bytes, and then nothing. */
const silent = (bytes: number): Response => {
  const chunks = [new Uint8Array(bytes)];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      for (const chunk of chunks.splice(0)) controller.enqueue(chunk);
    },
  });
  return new Response(body);
};

test('a large answer that stops arriving holds no other up while there is room, and none once it is given up', async () => {
  const { answer } = createService();
  const answers = [silent(11_000_000), silent(3_000_000), answer(), answer()];
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), new Room(12_000_000));
  const waiting = new AbortController();
  for (const signal of [waiting.signal, null]) void (await get(ADDRESS, { signal })).text();
  const [first, second] = [await get(ADDRESS), await get(ADDRESS)].map((one) => one.text());
  const isLate = Symbol();
  expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 100, isLate))])).toBe(isLate);
  waiting.abort();
  expect((await first!).length + (await second!).length).toBe(2 * CHUNKS * CHUNK);
});

test('a small answer arrives while large ones wait for each other', async () => {
  const { answer } = createService();
  const answers = [silent(11_000_000), silent(11_000_000), answer(), new Response('small')];
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), new Room(11_000_000));
  const giveUp = new AbortController();
  for (let large = 0; large < 2; large++) void (await get(ADDRESS, { signal: giveUp.signal })).text();
  const third = (await get(ADDRESS)).text();
  expect(await (await get(ADDRESS)).text()).toBe('small');
  giveUp.abort();
  expect((await third).length).toBe(CHUNKS * CHUNK);
});

describe('a large text that leaves', () => {
  const TEXT = `"${'né \u{1F600}'.repeat(100_000)}"`;
  const PLAIN = new Headers();

  test('arrives whole, and zipped for those who read that', async () => {
    const room = new Room(12_000_000);
    const plain = await room.responseTo(PLAIN, { status: 200, body: TEXT });
    expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
    expect(await plain.text()).toBe(TEXT);
    const zipped = await room.responseTo(new Headers({ 'accept-encoding': 'gzip, br' }), { status: 200, body: TEXT });
    expect(Object.fromEntries(zipped.headers)).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const bytes = Buffer.from(await zipped.arrayBuffer());
    expect(bytes.length).toBeLessThan(TEXT.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(TEXT);
  });

  test('has room until its readers have taken it or are gone: other large answers wait, small ones do not', async () => {
    const { answer } = createService();
    const answers = [answer(), new Response('small')];
    const room = new Room(12_000_000);
    const get = limitedFetch(() => Promise.resolve(answers.shift()!), room);
    const slow = await Promise.all(
      ['a', 'a', 'b'].map((letter) => room.responseTo(PLAIN, { status: 200, body: letter.repeat(6_000_000) })),
    );
    let hasArrived = false;
    const large = (await get(ADDRESS)).text().finally(() => (hasArrived = true));
    expect(await (await get(ADDRESS)).text()).toBe('small');
    for (const one of slow) {
      expect(hasArrived).toBe(false);
      await one.body!.cancel();
      await new Promise(setImmediate);
    }
    expect((await large).length).toBe(CHUNKS * CHUNK);
  });

  test('of which readers hold half at most lets the oldest of those arrive that wait, however large it is', async () => {
    const room = new Room(12_000_000);
    const slow = await room.responseTo(PLAIN, { status: 200, body: 'a'.repeat(6_000_000) });
    const get = limitedFetch(() => Promise.resolve(createService().answer()), room);
    expect((await (await get(ADDRESS)).text()).length).toBe(CHUNKS * CHUNK);
    await slow.body!.cancel();
  });

  test('takes room for what it is in memory: a byte for each character, two if a sign is beyond Latin-1', () => {
    expect(['né', 'n’', ''].map((body) => memoryOf({ body }))).toEqual([2, 4, 0]);
    expect(memoryOf({ body: Buffer.from('n’').toString('latin1'), isOfBytes: true })).toBe(4);
  });

  test('takes room each time if it is equal to others, but once if it is the same one that is kept', async () => {
    const holdsUp = async (leaving: readonly Answered[]): Promise<boolean> => {
      const room = new Room(12_000_000);
      const slow = await Promise.all(leaving.map((one) => room.responseTo(PLAIN, one)));
      let hasArrived = false;
      const get = limitedFetch(() => Promise.resolve(createService().answer()), room);
      const large = (await get(ADDRESS)).text().finally(() => (hasArrived = true));
      for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate);
      const hadToWait = !hasArrived;
      for (const { body } of slow) await body!.cancel();
      await large;
      return hadToWait;
    };
    const six = Array.from({ length: 6 }, () => ({ status: 200, body: 'a'.repeat(2_000_000) }));
    const keptIn = {};
    expect(await holdsUp(six)).toBe(true);
    expect(await holdsUp(six.map((one) => ({ ...one, keptIn })))).toBe(false);
  });

  test('is cut off where its reader is slower than Excel waits, and until then others are told that there is no room', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const { answer } = createService();
    const answers = [answer(), answer()];
    const room = new Room(12_000_000);
    const get = limitedFetch(() => Promise.resolve(answers.shift()!), room);
    const slow = await room.responseTo(PLAIN, { status: 200, body: 'a'.repeat(12_000_000) });
    const refused = (await get(ADDRESS)).text().catch((error: unknown) => failure(error));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(await refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    await jest.advanceTimersByTimeAsync(30_000);
    jest.useRealTimers();
    await expect(slow.text()).rejects.toThrow();
    expect((await (await get(ADDRESS)).text()).length).toBe(CHUNKS * CHUNK);
  });
});
