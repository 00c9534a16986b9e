import { leavesOf, partOf, SCORE_MODELS } from '../../../../src/core/score';
import { scorePaths } from '../../../../src/functions/help/score-meaning';
import { createSandbox } from '../../../../src/sandbox/app';

/** What the simulated service answers for all models of a company. */
async function dataOf(symbol: string): Promise<unknown> {
  const sandbox = createSandbox({ now: () => Date.UTC(2026, 10, 20, 15) });
  const answer = await sandbox.fetch(
    new Request(`https://service.test/stocks/${symbol}/scores`, { headers: { 'api-key': 'demo' } }),
  );
  return ((await answer.json()) as { readonly data: unknown }).data;
}

test('the help of MD.SCORE names every path inside the simulated scores, and no other', async () => {
  const data = await dataOf('AAPL');
  const paths = SCORE_MODELS.flatMap((model) =>
    leavesOf(partOf(data, model)).map(({ path }) => `\`${model}\` \`${path}\``),
  );
  expect(scorePaths().rows.map(([model, path]) => `${model!} ${path!}`)).toEqual(paths);
});
