import { createScoreLookup, type ScoreData } from '../api/scores';
import { BLANK, type Cell, type Matrix } from '../core/cell';
import { CellError, notAvailable } from '../core/errors';
import { didYouMean } from '../core/nearest';
import { planLayout } from '../core/layout';
import { cellOfLeaf, findScore, type Leaf, modelIn, scoreAt, SCORE_MODELS } from '../core/score';
import { define } from './define';
import { confirmListing } from './tables/confirm-listing';
import { lookUpEach } from './tables/look-up-each';
import { isFound, type Slot, type SymbolInArea } from './parameters/symbols';
import { words, text, flag } from './parameters/values';
import { tickers } from './parameters/names';

export const score = define({
  id: 'SCORE',
  parameters: {
    symbols: tickers(),
    models: { ...words(SCORE_MODELS, { meant: modelMeant }), role: 'models' },
    field: { ...text('a dotted path such as "ratios.ebit_to_assets"'), input: 'score-path' },
    headers: flag(false),
  },
  result: 'matrix',
  sources: ['GET /stocks/{symbol}/scores'],
  requests: 'each',
  handle(args, context, call) {
    const named = args.field === undefined ? undefined : modelIn(args.field);
    const models = args.models ?? (named ? [named] : SCORE_MODELS);
    const layOut = planLayout(args.symbols, models, args.headers ?? false);
    const questions = args.symbols.items.flatMap((stock) => models.map((model) => questionOf(stock, model)));
    return lookUpEach(
      questions,
      ({ stock, model }) =>
        confirmListing(stock, context, call, () =>
          context.client.lookup('scores', createScoreLookup).read({ symbol: stock.symbol, model }, call),
        ),
      (answers) => {
        const isAlone = questions.length === 1;
        const cells = answers.map((answer, index) => show(answer, models[index % models.length]!, args.field, isAlone));
        const [only] = cells;
        if (isAlone && Array.isArray(only)) return only;
        const isWrong = answers.map(
          (answer, index) => isFound(answer) && (cells[index] as Partial<CellError>).code === '#VALUE!',
        );
        // If another score has the field, it is only missing here.
        const isMissing = answers.some((answer, index) => isFound(answer) && !isWrong[index]);
        const shown = cells.map((cell, index) =>
          isMissing && isWrong[index] ? notAvailable((cell as CellError).message) : cell,
        );
        return layOut((index) => shown.slice(index * models.length, (index + 1) * models.length) as Cell[]);
      },
    );
  },
});

/** "F-score", "z": the letter of a model. */
function modelMeant(text: string): string | undefined {
  const [, letter] = /^([fzm])(?:[ -]?score)?$/i.exec(text) ?? [];
  const model = SCORE_MODELS['fzm'.indexOf((letter ?? '').toLowerCase() || '-')];
  return model && `one of ${SCORE_MODELS.join(', ')}, all${didYouMean(model)}`;
}

/** Blank if the symbol or the model is blank. */
function questionOf(
  stock: Slot<SymbolInArea>,
  model: string,
): Slot<{ readonly stock: SymbolInArea; readonly model: string }> {
  if (model === '') return undefined;
  return isFound(stock) ? { stock, model } : stock;
}

/** A score as one cell. If it is the only score and the rule cannot find it, its data as rows of path and value. */
function show(answer: Slot<ScoreData>, model: string, field: string | undefined, maySpill: boolean): Cell | Matrix {
  if (answer === undefined) return BLANK;
  if (answer instanceof CellError) return answer;
  if (field !== undefined) return scoreAt(answer.data, model, field);
  const scoreResult = findScore(answer.data, model);
  if ('cell' in scoreResult) return scoreResult.cell;
  if (!maySpill) return notAvailable(`choose field: the ${model} data holds ${listPaths(scoreResult.choices)}`);
  return scoreResult.choices.map(({ path, value }) => [path, cellOfLeaf(value, path)]);
}

const MAX_LISTED = 8;

function listPaths(choices: readonly Leaf[]): string {
  const listed = choices
    .slice(0, MAX_LISTED)
    .map(({ path }) => path)
    .join(', ');
  return choices.length > MAX_LISTED ? `${listed} and ${choices.length - MAX_LISTED} more` : listed;
}
