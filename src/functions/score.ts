import { createScoreLookup } from '../api/scores';
import type { ScoreData, ScoreQuestion } from '../api/scores';
import type { Cell, Matrix } from '../core/cell';
import { BLANK } from '../core/cell';
import { CellError, notAvailable } from '../core/errors';
import { planLayout } from '../core/layout';
import type { Leaf } from '../core/score';
import { MODELS, cellOfLeaf, findScore, scoreAt } from '../core/score';
import { define } from './define';
import { lookUpEach } from './each';
import { words } from './parameters/fields';
import { headers } from './parameters/numbers';
import type { Place } from './parameters/symbols';
import { tickers } from './parameters/symbols';
import { text } from './parameters/words';

export const score = define({
  id: 'SCORE',
  summary: 'Financial health scores of stocks: Piotroski F (0 to 9), Altman Z (bankruptcy risk), Beneish M (manipulation). Example: =MD.SCORE("AAPL","altman-z").',
  returns: 'One row per symbol and one column per model. A score whose data holds no single number spills as path and value; field picks one of those paths.',
  parameters: {
    symbols: tickers('Stock symbols: one, several separated by commas, or a range'),
    models: words(`Score models: ${MODELS.join(', ')}, or "all"; all three when left out`, MODELS),
    field: text('Dotted path inside the model\'s data, such as ratios.x1; the score itself when left out', 'a dotted path such as "ratios.x1"'),
    headers: headers(false),
  },
  result: 'matrix',
  sources: ['GET /stocks/{symbol}/scores'],
  examples: [
    { formula: '=MD.SCORE("AAPL","altman-z")', gives: 'the Altman Z score of a company' },
    { formula: '=MD.SCORE("AAPL,MSFT,KO","all",,TRUE)', gives: 'three scores of three companies under the models\' names' },
  ],
  handle(given, context, call) {
    const models = given.models ?? MODELS;
    const layOut = planLayout(given.symbols, models, given.headers ?? false);
    const asked = given.symbols.items.flatMap((symbol) => models.map((model) => questionOf(symbol, model)));
    return lookUpEach(asked, (question) => context.client.lookup(createScoreLookup).read(question, call), (found) => {
      const isAlone = asked.length === 1;
      const cells = found.map((answer, index) => show(answer, models[index % models.length]!, given.field, isAlone));
      const [only] = cells;
      if (isAlone && Array.isArray(only)) return only;
      return layOut((index) => cells.slice(index * models.length, (index + 1) * models.length) as Cell[]);
    });
  },
});

/** Blank where the symbol or the model is blank. */
function questionOf(symbol: Place<string>, model: string): Place<ScoreQuestion> {
  if (model === '') return undefined;
  return typeof symbol === 'string' ? { symbol, model } : symbol;
}

/** A score as one cell; for a single score that the rule cannot find, its data as rows of path and value. */
function show(answer: Place<ScoreData>, model: string, field: string | undefined, maySpill: boolean): Cell | Matrix {
  if (answer === undefined) return BLANK;
  if (answer instanceof CellError) return answer;
  if (field !== undefined) return scoreAt(answer.data, model, field);
  const found = findScore(answer.data, model);
  if ('cell' in found) return found.cell;
  if (!maySpill) return notAvailable(`choose field: the ${model} data holds ${listPaths(found.choices)}`);
  return found.choices.map(({ path, value }) => [path, cellOfLeaf(value, path)]);
}

const MOST_LISTED = 8;

function listPaths(choices: readonly Leaf[]): string {
  const listed = choices.slice(0, MOST_LISTED).map(({ path }) => path).join(', ');
  return choices.length > MOST_LISTED ? `${listed} and ${choices.length - MOST_LISTED} more` : listed;
}
