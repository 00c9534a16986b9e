import { explain, type HelpSection } from './help/explain';
import { score } from './score';
import { HEADERS, withinOthers } from './parameters/shared.help';
import { THRESHOLDS, findScore } from '../core/score';
import type { Cell } from '../core/cell';
import { shownText } from './help/help-page';

const [DISTRESS, SAFE] = [THRESHOLDS.altmanDistressBelow, THRESHOLDS.altmanSafeAbove];
const [LOW, HIGH] = [THRESHOLDS.piotroskiLowMost, THRESHOLDS.piotroskiHighLeast];
const MANIPULATION = String(THRESHOLDS.beneishAbove).replace('-', '−');

/**
 * How analysts read the scores. Sources: J. D. Piotroski, Value Investing, Journal of Accounting Research 38 (2000); E.
 * I. Altman, Financial Ratios, Discriminant Analysis and the Prediction of Corporate Bankruptcy, Journal of Finance 23
 * (1968); M. D. Beneish, The Detection of Earnings Manipulation, Financial Analysts Journal 55 (1999).
 */
const scoreMeaning = (): HelpSection => ({
  title: 'What the scores mean',
  text:
    'The thresholds are those of the papers: Piotroski 2000, Altman 1968, Beneish 1999. The service does not say ' +
    'which variant of a model it computes. Altman studied listed manufacturers; for banks and insurers Z means ' +
    'nothing, and is mostly #N/A. Some readers of F count 2 as low too. Some readers of M are stricter and draw the line at −2.22. A score tells you ' +
    'where to look closer; it is not a verdict.',
  head: ['model', 'score', 'read as'],
  rows: [
    ['`piotroski`', `${HIGH} or 9`, 'high: profitable, financed better than a year ago, more efficient'],
    ['`piotroski`', `${LOW + 1} to ${HIGH - 1}`, 'neither high nor low'],
    ['`piotroski`', `0 or ${LOW}`, 'low'],
    ['`altman-z`', `above ${SAFE}`, 'safe: companies like it have rarely failed within two years'],
    ['`altman-z`', `${DISTRESS} to ${SAFE}`, 'grey zone: some failed, some did not'],
    ['`altman-z`', `below ${DISTRESS}`, 'distress: most companies that failed were here a year before'],
    ['`beneish-m`', `above ${MANIPULATION}`, 'the accounts look like those of companies that manipulated earnings'],
    ['`beneish-m`', `${MANIPULATION} or less`, 'no sign of manipulation'],
  ],
});

const PIOTROSKI = 'criteria';
const ALTMAN = 'ratios';
const BENEISH = 'indices';

/** By model: the paths inside the score's data, as the simulated service writes them. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  piotroski: {
    score: 'criteria that are met, 0 to 9',
    [`${PIOTROSKI}.positive_net_income`]: 'TRUE if the company earned money',
    [`${PIOTROSKI}.positive_operating_cash_flow`]: 'TRUE if its business brought in cash',
    [`${PIOTROSKI}.rising_return_on_assets`]: 'TRUE if it earned more on its assets than a year before',
    [`${PIOTROSKI}.cash_flow_above_net_income`]: 'TRUE if the cash flow exceeds the profit',
    [`${PIOTROSKI}.falling_leverage`]: 'TRUE if long-term debt fell, relative to assets',
    [`${PIOTROSKI}.rising_current_ratio`]: 'TRUE if it can pay short-term debts more easily',
    [`${PIOTROSKI}.no_new_shares`]: 'TRUE if it issued no shares',
    [`${PIOTROSKI}.rising_gross_margin`]: 'TRUE if the gross margin rose',
    [`${PIOTROSKI}.rising_asset_turnover`]: 'TRUE if it sold more, relative to assets',
  },
  'altman-z': {
    score: '1.2 A + 1.4 B + 3.3 C + 0.6 D + 1.0 E, of the ratios below in their order',
    zone: 'safe, grey or distress',
    [`${ALTMAN}.working_capital_to_assets`]: 'A: working capital to total assets',
    [`${ALTMAN}.retained_earnings_to_assets`]: 'B: retained earnings to total assets',
    [`${ALTMAN}.ebit_to_assets`]: 'C: earnings before interest and taxes to total assets',
    [`${ALTMAN}.market_value_to_liabilities`]: 'D: market value of the shares to total liabilities',
    [`${ALTMAN}.sales_to_assets`]: 'E: sales to total assets',
  },
  'beneish-m': {
    score: 'the weighted sum of the eight indices',
    is_likely_manipulator: `TRUE above ${MANIPULATION}`,
    [`${BENEISH}.dsri`]: 'receivables: days of sales outstanding, this year to last year',
    [`${BENEISH}.gmi`]: 'gross margin, last year to this year: above 1 it fell',
    [`${BENEISH}.aqi`]: 'asset quality: share of soft assets, this year to last year',
    [`${BENEISH}.sgi`]: 'growth of sales',
    [`${BENEISH}.depi`]: 'rate of depreciation, last year to this year: above 1 it slowed down',
    [`${BENEISH}.sgai`]: 'selling and administrative costs to sales, this year to last year',
    [`${BENEISH}.lvgi`]: 'leverage, this year to last year',
    [`${BENEISH}.tata`]: 'accruals: the part of profit that is not cash, to total assets',
  },
};

/** The values that `field` can select. @internal */
export const scorePaths = (): HelpSection => ({
  title: 'What field picks',
  text:
    'The service publishes no list of these names; they are those of the simulated service. What your service has ' +
    'is offered in the pane while you type field, and listed by =MD.GET("/stocks/AAPL/scores").',
  head: ['model', 'field', 'what it is'],
  rows: Object.entries(PATHS).flatMap(([model, paths]) =>
    Object.entries(paths).map(([path, meaning]) => [`\`${model}\``, `\`${path}\``, meaning]),
  ),
});

const MODEL = 'altman-z';

/** Shapes that a service may give the undocumented `data` of a score, simplest first. */
const SHAPES: readonly unknown[] = [
  3.2,
  'safe',
  null,
  { score: 3.2 },
  { 'altman-z': 3.2, piotroski: 7 },
  { piotroski: 7 },
  { altman_z: { score: 3.2, zone: 'safe' } },
  { z: 3.2, zone: 'safe' },
  { score: 3.2, x1: 0.1, x2: 0.4 },
  { result: { value: 3.2 }, threshold: 1.8 },
  { score: null, threshold: 1.8 },
  { x1: 0.1, x2: 0.4 },
  {},
];

/** How MD.SCORE reads each shape, by applying the rule itself. */
function scoreShapes(): HelpSection {
  const rows = SHAPES.map((data) => {
    const score = findScore(data, MODEL);
    return [`\`${JSON.stringify(data)}\``, 'cell' in score ? showCell(score.cell) : pathsOf(score.choices)];
  });
  return {
    title: 'How a score is found',
    text:
      'The service does not publish what is inside the data of a score, so a rule finds the score. ' +
      `Whatever the data of ${MODEL} is, this is what a cell shows.`,
    head: ['data of the service', `=MD.SCORE("AAPL","${MODEL}")`],
    rows,
  };
}

const showCell = (cell: Cell): string => shownText(cell);

const pathsOf = (leaves: readonly { readonly path: string }[]): string =>
  `rows of path and value: ${leaves.map(({ path }) => path).join(', ')}; among other cells #N/A "choose field"`;

export const scoreHelp = explain(score, {
  summary:
    'Financial health scores of stocks: Piotroski F (0 to 9), Altman Z (bankruptcy risk), Beneish M (manipulation).',
  returns:
    'One row per symbol and one column per model. A score whose data holds no single number spills as path and ' +
    'value; field picks one of those paths. The service does not say which period a score is of: ' +
    'MD.FILINGS(symbol,"10-K,10-Q,20-F",1) shows the newest report.',
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
  sections: [
    scoreMeaning,
    scorePaths,
    scoreShapes,
    withinOthers('=MAP(A2:A9,LAMBDA(s,MD.SCORE(s,"altman-z")))', 'a Z-score for each company'),
  ],
  seeAlso: ['FILINGS', 'COMPLETE', 'GET'],
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
