import { createHanging, ofFirm, passing, useHanging } from './hanging-service';

useHanging();

const pairs = Array.from({ length: 26 }, (_, index) => `USD${String.fromCharCode(65 + index)}XX`);

test('a node that takes over the quotes of a firm gives each within 0.8 s, although no other operation is asked', async () => {
  const { quote } = createHanging(() => false);
  const waiting = ofFirm(500).map(quote);
  await passing(10_000);
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(800);
});

test.each([1, 3, 8])('a service that takes %i requests at once gets no more, also while it hangs', async (atOnce) => {
  const { service, quote } = createHanging(() => false, atOnce);
  const waiting = ofFirm(140).map(quote);
  await passing(4_000);
  expect((await Promise.all(waiting)).filter(({ status }) => status !== 200)).toEqual([]);
  service.hangs = () => true;
  const hanging = ofFirm(280).slice(140).map(quote);
  await passing(80_000);
  await Promise.all(hanging);
  expect(service.mostOut).toBeLessThanOrEqual(atOnce);
});

test("filings that hang for one person delay nobody's quotes", async () => {
  const { ask, quote } = createHanging((path) => path === '/stocks/filings');
  const filings = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'].map((one) =>
    ask(`/api/stocks/filings?ticker=${one}`),
  );
  await passing(200);
  for (let second = 0; second < 12; second++) {
    const answer = quote(pairs[second]!);
    await passing(1_000);
    expect(await answer).toMatchObject({ status: 200, ms: expect.closeTo(110, -2) as number });
  }
  await passing(30_000);
  await Promise.all(filings);
});

test.each([2_000, 5_000, 8_000, 15_000])(
  'a service that answers nothing for %i ms is used within a second and a half after it answers again',
  async (hangMs) => {
    const { service, sent, quote } = createHanging(() => false);
    const warm = quote(pairs[0]!);
    await passing(1_000);
    expect(await warm).toMatchObject({ status: 200 });
    service.hangs = () => true;
    const endsAt = Date.now() + hangMs;
    const waiting = pairs.slice(1, 12).map(quote);
    const endOf = waiting.map((one) => one.then(() => Date.now()));
    await passing(hangMs);
    const whileHanging = sent.filter(({ at }) => at > endsAt - hangMs + 2_000);
    expect(whileHanging.length).toBeLessThanOrEqual(hangMs / 1_000 + 1);
    service.hangs = () => false;
    await passing(2_000);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    expect(Math.max(...(await Promise.all(endOf))) - endsAt).toBeLessThanOrEqual(1_500);
    const next = quote('EURUSD');
    await passing(1_000);
    expect(await next).toMatchObject({ status: 200 });
  },
);

test('a service that hangs while everybody goes on asking gets one request a second, from the third second on', async () => {
  const { service, sent, ask } = createHanging(() => false);
  const names = ofFirm(500);
  const asked: ReturnType<typeof ask>[] = [];
  const read = async (seconds: number): Promise<void> => {
    for (let turn = 0; turn < seconds * 16; turn++) {
      for (const area of ['currencies', 'crypto'])
        asked.push(ask(`/api/${area}/quotes?symbols=${names[asked.length % names.length]!}`));
      await passing(60);
    }
  };
  await read(45);
  service.hangs = () => true;
  const hangsAt = Date.now();
  await read(10);
  expect(sent.filter(({ at }) => at >= hangsAt + 3_000).length).toBeLessThanOrEqual(7);
  service.hangs = () => false;
  await read(3);
  const late = asked.slice(-16).map(async (one) => (await one).ms);
  await passing(30_000);
  expect(Math.max(...(await Promise.all(late)))).toBeLessThan(500);
  expect((await Promise.all(asked)).filter(({ status }) => status !== 200)).toEqual([]);
});
