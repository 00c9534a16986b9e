import { Collector } from '../../../src/api/collector';

/** A collector of numbers whose batches leave when the test says so. */
function createCollector(ask: (asked: readonly number[]) => Promise<string>[]) {
  const batches: (() => void)[] = [];
  const seen: (readonly number[])[] = [];
  const collector = new Collector<number, string>((asked) => {
    seen.push(asked);
    return ask(asked);
  }, (dispatch) => batches.push(dispatch));
  return { collector, seen, batches };
}

const named = (asked: readonly number[]): Promise<string>[] => asked.map((one) => Promise.resolve(`answer ${one}`));

describe('a collector', () => {
  test('asks together what comes before its batch leaves, and answers each by itself', async () => {
    const { collector, seen, batches } = createCollector(named);
    const answers = [collector.load(1), collector.load(2)];
    expect(seen).toEqual([]);
    batches[0]!();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2']);
    expect([seen, batches.length]).toEqual([[[1, 2]], 1]);
  });

  test('begins another batch with what comes later', async () => {
    const { collector, seen, batches } = createCollector(named);
    const first = collector.load(1);
    batches[0]!();
    const second = collector.load(2);
    batches[1]!();
    expect(await Promise.all([first, second])).toEqual(['answer 1', 'answer 2']);
    expect(seen).toEqual([[1], [2]]);
  });

  test('lets one answer come before another, and one fail beside another', async () => {
    const { collector, batches } = createCollector(([first]) => [
      first === 1 ? new Promise(() => { /* It never comes. */ }) : Promise.resolve(''), Promise.resolve('here'), Promise.reject(new Error('not here')),
    ]);
    const [, second, third] = [collector.load(1), collector.load(2), collector.load(3)];
    batches[0]!();
    expect(await second).toBe('here');
    await expect(third).rejects.toThrow('not here');
  });

  test('leaves nobody waiting when asking fails at once', async () => {
    const { collector, batches } = createCollector(() => { throw new Error('no way to ask'); });
    const answers = [collector.load(1), collector.load(2)];
    batches[0]!();
    expect(await Promise.allSettled(answers)).toEqual(answers.map(() => ({ status: 'rejected', reason: new Error('no way to ask') })));
  });
});
