import { CellError } from '../../../src/core/errors';
import { createTestSession, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status, type StubService } from '../../support/stub-service';
import { leavesOf, partOf, SCORE_MODELS } from '../../../src/core/score';
import { scoreHelp, scorePaths } from '../../../src/functions/score.help';
import { createSandbox } from '../../../src/sandbox/app';
import { KEY_HEADER } from '../../support/published-fields';

/** What `data` holds for each model, by company. */
const SCORES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AAPL: {
    piotroski: { score: 7, checks: { roa: true } },
    'altman-z': { score: 6.5, ratios: { x1: 0.25, x2: 0.5 } },
    'beneish-m': -2.5,
  },
  MSFT: { piotroski: { score: 8 }, 'altman-z': { score: 9.25, ratios: { x1: 0.75, x2: 0.125 } }, 'beneish-m': -2.75 },
  KO: { piotroski: { score: null }, 'altman-z': null, 'beneish-m': -1 },
};

const answerScores =
  (symbol: string): Route =>
  ({ query }) => {
    const model = query.get('name')!;
    return { symbol, data: model === 'all' ? SCORES[symbol] : SCORES[symbol]![model] };
  };

const createScoreService = (): StubService =>
  createStubService(
    Object.fromEntries(Object.keys(SCORES).map((symbol) => [`/stocks/${symbol}/scores`, answerScores(symbol)])),
  );
const score = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createScoreService() }), 'SCORE', ...rawArguments);

const MODELS = ['piotroski', 'altman-z', 'beneish-m'];
const notFound = (symbol: string): string => `#N/A: "${symbol}" has no scores: check the symbol`;

describe('the scores of MD.SCORE', () => {
  test.each([
    ['piotroski', 7],
    ['altman-z', 6.5],
    ['beneish-m', -2.5],
    ['Altman-Z', 6.5],
  ])('are a single value for %s', async (model, value) => {
    expect(await score('AAPL', model)).toEqual([[value]]);
    expect(await score([['stocks:aapl']], [[model]])).toEqual([[value]]);
  });

  test.each([[undefined], [null], ['all'], ['piotroski,altman-z,beneish-m'], [[['', '']]]])(
    'are all three, across, for models %j',
    async (models) => expect(await score('AAPL', models)).toEqual([[7, 6.5, -2.5]]),
  );

  test('have symbols down and models across, in the given order', async () => {
    expect(await score([['MSFT'], ['AAPL']], 'altman-z,piotroski')).toEqual([
      [9.25, 8],
      [6.5, 7],
    ]);
  });

  test('have models down for a row of symbols', async () => {
    expect(await score([['MSFT', 'AAPL']], 'altman-z,piotroski')).toEqual([
      [9.25, 6.5],
      [8, 7],
    ]);
  });

  test('fill a block for one model and a block of symbols', async () => {
    expect(
      await score(
        [
          ['MSFT', 'AAPL'],
          ['', 'AAPL'],
        ],
        'altman-z',
      ),
    ).toEqual([
      [9.25, 6.5],
      ['', 6.5],
    ]);
  });

  test('have the model names on top, or in front for a row of symbols', async () => {
    expect(await score('AAPL,MSFT', null, null, true)).toEqual([MODELS, [7, 6.5, -2.5], [8, 9.25, -2.75]]);
    expect(await score([['AAPL', 'MSFT']], 'altman-z', null, 1)).toEqual([['altman-z', 6.5, 9.25]]);
  });

  test('have a blank column for a blank cell in the models', async () => {
    expect(await score('AAPL,MSFT', [['piotroski', '', 'altman-z']], null, true)).toEqual([
      ['piotroski', '', 'altman-z'],
      [7, '', 6.5],
      [8, '', 9.25],
    ]);
  });
});

describe('a cell of MD.SCORE without a score', () => {
  test('is #N/A for null, never 0', async () => {
    expect(await score('KO')).toEqual([
      ['#N/A: "piotroski" is not published', '#N/A: "altman-z" is not published', -1],
    ]);
  });

  test('is #N/A for a bad symbol, and leaves its neighbours alone', async () => {
    expect(await score([['AAPL'], ['NOSUCH'], ['MSFT']], 'altman-z')).toEqual([[6.5], [notFound('NOSUCH')], [9.25]]);
    expect(await score('NOSUCH', 'altman-z')).toEqual([[notFound('NOSUCH')]]);
    expect(await score('APPL', 'altman-z')).toEqual([['#N/A: "APPL" is probably a typing error: write "AAPL"']]);
  });

  test('keeps blanks and errors in place', async () => {
    expect(await score([['AAPL'], [''], [0], [new CellError('#REF!')]], 'altman-z,piotroski')).toEqual([
      [6.5, 7],
      ['', ''],
      ['', ''],
      ['#REF!: ', '#REF!: '],
    ]);
  });
});

describe('a field of the score data', () => {
  test('is found by its path for every symbol', async () =>
    expect(await score('AAPL,MSFT', 'altman-z', ' RATIOS.X1 ')).toEqual([[0.25], [0.75]]));

  test('is #N/A for a symbol that lacks it, with the fields that exist', async () => {
    expect(await score('AAPL,MSFT', 'piotroski', 'checks.roa')).toEqual([
      [true],
      ['#N/A: field: "checks.roa" is not in the piotroski scores; give one of score'],
    ]);
    expect(await score('AAPL,NOSUCH', 'piotroski', 'checks.roa')).toEqual([[true], [notFound('NOSUCH')]]);
  });

  test('is #VALUE! if no score has it, as for an unknown field of other functions', async () => {
    const wrong = '#VALUE!: field: "foo" is not in the piotroski scores; give one of score';
    expect(await score('MSFT', 'piotroski', 'foo')).toEqual([[wrong]]);
    expect(await score([['MSFT'], ['NOSUCH'], ['']], 'piotroski', 'foo')).toEqual([
      [wrong],
      [notFound('NOSUCH')],
      [''],
    ]);
  });
});

describe('score data that fits no rule', () => {
  const DATA = { x1: 0.25, x2: 0.5, note: null };
  const session = createTestSession({
    service: createStubService({
      '/stocks/AAPL/scores': () => ({ symbol: null, data: DATA }),
      '/stocks/MSFT/scores': () => ({ symbol: null, data: DATA }),
    }),
  });

  test('spills as rows of paths and values for one symbol and model', async () => {
    expect(await show(session, 'SCORE', 'AAPL', 'altman-z')).toEqual([
      ['x1', 0.25],
      ['x2', 0.5],
      ['note', '#N/A: "note" is not published'],
    ]);
  });

  test('is #N/A "choose field" in a block, with the names of the fields', async () => {
    const choose = '#N/A: choose field: the altman-z data holds x1, x2, note';
    expect(await show(session, 'SCORE', 'AAPL,MSFT', 'altman-z')).toEqual([[choose], [choose]]);
  });

  test('lists the first eight fields and counts the others', async () => {
    const data = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x${index}`, index]));
    const service = createStubService({
      '/stocks/AAPL/scores': () => ({ symbol: 'AAPL', data }),
      '/stocks/MSFT/scores': () => ({ symbol: 'MSFT', data: 3 }),
    });
    expect(await show(createTestSession({ service }), 'SCORE', 'AAPL,MSFT', 'altman-z')).toEqual([
      ['#N/A: choose field: the altman-z data holds x0, x1, x2, x3, x4, x5, x6, x7 and 2 more'],
      [3],
    ]);
  });

  test('shows a field if one is given', async () =>
    expect(await show(session, 'SCORE', 'AAPL,MSFT', 'altman-z', 'x2')).toEqual([[0.5], [0.5]]));
});

describe('a request of MD.SCORE', () => {
  test('names the model if there is one', async () => {
    const service = createScoreService();
    await show(createTestSession({ service }), 'SCORE', 'aapl', 'altman-z');
    expect(asked(service)).toEqual(['/stocks/AAPL/scores?name=altman-z']);
  });

  test('asks for all models at once if a recalculation needs several for a symbol', async () => {
    const service = createScoreService();
    const session = createTestSession({ service });
    const shown = await Promise.all([
      show(session, 'SCORE', 'AAPL', 'altman-z'),
      show(session, 'SCORE', 'AAPL,MSFT', 'piotroski'),
      show(session, 'SCORE', 'AAPL', 'altman-z', 'ratios.x1'),
    ]);
    expect(shown).toEqual([[[6.5]], [[7], [8]], [[0.25]]]);
    expect(asked(service)).toEqual(['/stocks/AAPL/scores?name=all', '/stocks/MSFT/scores?name=piotroski']);
  });

  test('is sent for each model if an answer to "all" cannot be told apart', async () => {
    const service = createStubService({
      '/stocks/AAPL/scores': ({ query }) => ({ symbol: 'AAPL', data: query.get('name') === 'altman-z' ? 6.5 : 7 }),
    });
    expect(await show(createTestSession({ service }), 'SCORE', 'AAPL', 'piotroski,altman-z')).toEqual([[7, 6.5]]);
    expect(asked(service)).toEqual([
      '/stocks/AAPL/scores?name=all',
      '/stocks/AAPL/scores?name=altman-z',
      '/stocks/AAPL/scores?name=piotroski',
    ]);
  });

  test('has the symbol escaped in its path, so that it cannot become another path', async () => {
    const service = createStubService();
    await show(createTestSession({ service }), 'SCORE', '../account/usage?x', 'altman-z');
    expect(asked(service)).toEqual(['/stocks/..%2FACCOUNT%2FUSAGE%3FX/scores?name=altman-z']);
  });

  test('is not sent for a block with several models', async () => {
    const service = createScoreService();
    expect(
      await show(createTestSession({ service }), 'SCORE', [
        ['AAPL', 'MSFT'],
        ['KO', 'AAPL'],
      ]),
    ).toBe(
      '#VALUE!: symbols: a block of 2 × 2 cells has room for one value each, not for piotroski, altman-z, beneish-m; name one of them, or give a column or a row',
    );
    expect(service.requests).toEqual([]);
  });
});

test('a failed score is the error of one cell, and the other scores of the symbol stay', async () => {
  const service = createStubService({
    '/stocks/AAPL/scores': ({ query }) =>
      query.get('name') === 'piotroski' ? { symbol: 'AAPL', data: 7 } : status(404),
  });
  const session = createTestSession({ service });
  expect(await show(session, 'SCORE', 'AAPL', 'piotroski')).toEqual([[7]]);
  expect(await show(session, 'SCORE', 'AAPL', 'piotroski,altman-z')).toEqual([[7, notFound('AAPL')]]);
});

test('MD.SCORE never shows the scores of another company', async () => {
  const scores = (symbol: unknown): Promise<Plain | Plain[][]> =>
    show(
      createTestSession({
        service: createStubService({ '/stocks/BRK.B/scores': () => ({ symbol, data: { score: 7 } }) }),
      }),
      'SCORE',
      'BRK.B',
      'piotroski',
    );
  expect(await scores('MSFT')).toEqual([
    ['#N/A: The service sent scores of MSFT instead of BRK.B: check the names of parameters in the MD pane'],
  ]);
  for (const symbol of ['BRK-B', null]) expect(await scores(symbol)).toEqual([[7]]);
});

/** What the simulated service answers for all models of a company. */
async function dataOf(symbol: string): Promise<unknown> {
  const sandbox = createSandbox({ now: () => Date.UTC(2026, 10, 20, 15) });
  const answer = await sandbox.fetch(
    new Request(`https://service.test/stocks/${symbol}/scores`, { headers: { [KEY_HEADER]: 'demo' } }),
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

test('the help of MD.SCORE explains each score as its paper does, and names the paper', () => {
  const meaning = scoreHelp
    .sections!.map((section) => section())
    .find(({ title }) => title === 'What the scores mean')!;
  expect(meaning.text).toContain('Piotroski 2000, Altman 1968, Beneish 1999');
  expect(meaning.rows.map(([model, range, reading]) => [model, range, reading!.split(/[:;]/)[0]])).toEqual([
    ['`piotroski`', '8 or 9', 'high'],
    ['`piotroski`', '2 to 7', 'neither high nor low'],
    ['`piotroski`', '0 or 1', 'low'],
    ['`altman-z`', 'above 2.99', 'safe'],
    ['`altman-z`', '1.81 to 2.99', 'grey zone'],
    ['`altman-z`', 'below 1.81', 'distress'],
    ['`beneish-m`', 'above −1.78', 'the accounts look like those of companies that manipulated earnings'],
    ['`beneish-m`', '−1.78 or less', 'no sign of manipulation'],
  ]);
});

test.each([
  { symbol: 'AAPL', data: null, message: 'The model is being computed' },
  { symbol: 'AAPL', data: null, error: 'Busy' },
  { data: null, detail: 'Try later' },
])('MD.SCORE does not keep an answer without scores that gives a reason: %j', async (first) => {
  let count = 0;
  const session = createTestSession({
    service: createStubService({ '/stocks/AAPL/scores': () => (count++ === 0 ? first : { symbol: 'AAPL', data: 7 }) }),
  });
  expect(await show(session, 'SCORE', 'AAPL', 'piotroski')).toEqual([[expect.stringContaining('#N/A')]]);
  expect(await show(session, 'SCORE', 'AAPL', 'piotroski')).toEqual([[7]]);
});

test('MD.SCORE keeps a score that is not published', async () => {
  const service = createStubService({ '/stocks/AAPL/scores': () => ({ symbol: 'AAPL', data: null }) });
  const session = createTestSession({ service });
  for (let count = 0; count < 2; count++) await show(session, 'SCORE', 'AAPL', 'piotroski');
  expect(service.requests).toHaveLength(1);
});
