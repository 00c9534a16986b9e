import { mapInPieces, Pauses } from '../../../src/core/pauses';

/** Keeps the page busy, as the work of a step does. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('long work lets the page do other things in between, and keeps its order', async () => {
  let isOver = false;
  let others = 0;
  const turn = (): void => {
    others++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const all = Array.from({ length: 256 }, (_, index) => index);
  const results = await mapInPieces(all, (one, index) => {
    work(1);
    return one * 2 + index;
  });
  isOver = true;
  expect(results).toEqual(all.map((one) => one * 3));
  expect(others).toBeGreaterThan(2);
});

test('a pause is due after a piece of 25 ms, for which only every thirty-second step looks at the clock', async () => {
  let now = 100;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const pauses = new Pauses();
  const steps = (): boolean[] => Array.from({ length: 32 }, () => pauses.isDue);
  const never = Array<boolean>(32).fill(false);
  now = 125;
  expect(steps()).toEqual(never);
  now = 126;
  expect(steps()).toEqual([...never.slice(1), true]);
  await pauses.take();
  now = 151;
  expect(steps()).toEqual(never);
  clock.mockRestore();
});

test('short work is not interrupted', async () => {
  let others = 0;
  setImmediate(() => others++);
  await mapInPieces(['a', 'b'], (one) => one);
  expect(others).toBe(0);
});
