import { explain } from './help/explain';
import { scoreMeaning, scorePaths } from './help/score-meaning';
import { scoreShapes } from './help/score-shapes';
import { score } from './score';
import { HEADERS } from './parameters/shared.help';

export const scoreHelp = explain(score, {
  summary:
    'Financial health scores of stocks: Piotroski F (0 to 9), Altman Z (bankruptcy risk), Beneish M (manipulation).',
  returns:
    'One row per symbol and one column per model. A score whose data holds no single number spills as path and ' +
    'value; field picks one of those paths.',
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
  seeAlso: ['FILINGS', 'OK', 'GET'],
  searchWords: {
    en:
      'piotroski, altman, beneish, f-score, z-score, m-score, bankruptcy, credit, manipulation, fundamentals, ' +
      'financial health, fraud, balance sheet, company',
    de:
      'Insolvenz, Insolvenzrisiko, Konkurs, Ausfallrisiko, Bonität, Kreditwürdigkeit, Kredit, Bilanz, ' +
      'Bilanzmanipulation, Manipulation, Finanzkennzahlen, Kennzahlen, Fundamentaldaten, Unternehmen',
    fr:
      'faillite, risque de faillite, risque de défaut, solvabilité, risque de crédit, crédit, bilan, santé ' +
      'financière, manipulation comptable, fraude, ratios, fondamentaux, société, entreprise',
    es:
      'quiebra, riesgo de quiebra, riesgo de impago, insolvencia, solvencia, riesgo de crédito, crédito, balance, ' +
      'salud financiera, manipulación contable, ratios, fundamentales, empresa',
    ja: '倒産, 倒産リスク, 信用リスク, 信用, 与信, 財務健全性, 財務, 粉飾, 粉飾決算, 財務指標, ファンダメンタルズ, 企業',
    zh: '破产, 破产风险, 违约风险, 信用, 信用风险, 财务健康, 财务, 财务造假, 造假, 财务指标, 基本面, 公司',
  },
});
