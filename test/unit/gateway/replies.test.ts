import { limitedFetch } from '../../../src/gateway/replies';

const CHUNK = 500_000;
const CHUNKS = 20;
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
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), maxBytes);
  const reading = [...answers].map(async () => (await (await get(ADDRESS)).text()).length);
  return (await Promise.allSettled(reading)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
};

test('of many large answers at once, no more is in memory than the longest may have, and each arrives, also after one that broke off', async () => {
  const { state, answer } = createService();
  const answers = [answer(), answer(15), ...Array.from({ length: 7 }, () => answer())];
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
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), 12_000_000);
  const waiting = new AbortController();
  for (const signal of [waiting.signal, null]) void (await get(new Request(ADDRESS, { signal }))).text();
  const [first, second] = [await get(ADDRESS), await get(ADDRESS)].map((one) => one.text());
  const isLate = Symbol();
  expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 100, isLate))])).toBe(isLate);
  waiting.abort();
  expect((await first!).length + (await second!).length).toBe(2 * CHUNKS * CHUNK);
});

test('a small answer arrives while large ones wait for each other', async () => {
  const { answer } = createService();
  const answers = [silent(11_000_000), silent(11_000_000), answer(), new Response('small')];
  const get = limitedFetch(() => Promise.resolve(answers.shift()!), 11_000_000);
  const giveUp = new AbortController();
  for (let large = 0; large < 2; large++) void (await get(new Request(ADDRESS, { signal: giveUp.signal }))).text();
  const third = (await get(ADDRESS)).text();
  expect(await (await get(ADDRESS)).text()).toBe('small');
  giveUp.abort();
  expect((await third).length).toBe(CHUNKS * CHUNK);
});
