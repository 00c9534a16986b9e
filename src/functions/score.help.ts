import { explain } from './help/explain';
import { scoreMeaning, scorePaths } from './help/score-meaning';
import { scoreShapes } from './help/score-shapes';
import { score } from './score';
import { HEADERS } from './parameters/shared.help';

export const scoreHelp = explain(score, {
  summary:
    'Financial health scores of stocks: Piotroski F (0 to 9), Altman Z (bankruptcy risk), Beneish M (manipulation).',
  returns:
    'One row per symbol and one column per model. A score whose data holds no single number spills as path and value; field picks one of those paths.',
  parameters: {
    symbols: 'Stock symbols: one, several separated by commas, or a range',
    models: ({ words = [] }) => `Score models: ${words.join(', ')}, or "all"; all three if omitted`,
    field: "Dotted path inside the model's data, such as ratios.ebit_to_assets; the score itself if omitted",
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.SCORE("AAPL","altman-z")', gives: 'the Altman Z score of a company' },
    {
      formula: '=MD.SCORE("AAPL,MSFT,KO","all",,TRUE)',
      gives: "three scores of three companies under the models' names",
    },
  ],
  sections: [scoreMeaning, scorePaths, scoreShapes],
});
