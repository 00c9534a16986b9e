import { TIME_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  heading,
  input,
  label,
  note,
  numberHeading,
  SheetDraft,
  wordFormula,
  wordHeading,
  stringLiteral,
  sentence,
  listRows,
} from './sheet-draft';
import { advice, anyNumber, arePossible, between, inputOfRow, type Rule, putFirstRows } from './checks';
import { THRESHOLDS } from '../../core/score';

const COMPANIES = ['AAPL', 'MSFT', 'NVDA', 'KO', 'PEP', 'XOM', 'CVX', 'BA', 'CAT', 'F', 'T', 'INTC', 'NKE', 'DIS'];
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = listRows(12, COMPANIES.length, 4);
/** Piotroski's score counts so many criteria. */
const CRITERIA = 9;
/** How many companies have all that a verdict needs. */
const VERDICTS = `COUNT(${column('F')})`;

/** Three financial health scores for a list of companies, compared with the thresholds in the literature. */
export const creditScreen: Model = {
  id: 'credit',
  create(_, texts) {
    const { credit, common } = texts;
    const [noData, safe, grey, distress] = [common.noData, credit.safe, credit.grey, credit.distress].map(
      stringLiteral,
    );
    const [pass, review, avoid] = [credit.pass, credit.review, credit.avoid].map(stringLiteral);
    const inputs = [5, 6, 7, 8].map(inputOfRow);
    const isBelow: Rule = {
      condition: 'AND(ISNUMBER(B6),IF(ISNUMBER(B7),B6<B7,TRUE))',
      advice: `IF(ISNUMBER(B7),${sentence(common.enterBelow, { limit: 'B7' })},${stringLiteral(common.enterNumber)})`,
    };
    /** Blank beside a blank company, and no data on one that is an error. */
    const unlessBlank = (row: number, otherwise: string): string =>
      `=IFERROR(IF($A${row}="","",${otherwise}),${noData})`;
    /** No verdict on a company without scores, nor on any company if a threshold is impossible. */
    const knowing = (row: number, otherwise: string): string =>
      unlessBlank(row, `IF(AND(COUNT($B${row}:$D${row})=3,${arePossible(inputs)}),${otherwise},${noData})`);
    const zone = (row: number): string =>
      unlessBlank(
        row,
        `IF(AND(ISNUMBER($C${row}),$C$6&$C$7=""),IF(C${row}<$B$6,${distress},IF(C${row}>$B$7,${safe},${grey})),${noData})`,
      );
    /** The grey zone does not pass: a person has to look. */
    const verdict = (row: number): string =>
      knowing(row, `IF(F${row}>=2,${avoid},IF(OR(F${row}=1,E${row}<>${safe}),${review},${pass}))`);
    const counted = (word: string, text: string) => [
      label(text),
      formula(`=IF(${VERDICTS}=0,${noData},COUNTIF(${column('G')},${stringLiteral(word)}))`, '0'),
    ];

    const sheet = putFirstRows(new SheetDraft(credit.sheet, [36, 12, 12, 12, 16, 12, 14, 14, 20]), texts, credit, {
      missingCount: failing(`${column('G')}<>${noData}`, `ISNUMBER(${column('H')})`),
      count: `COUNTA(${column('A')})`,
      inputs,
    })
      .put('A5', [
        [
          label(credit.piotroskiLeast),
          input(5, '0'),
          advice(between('B5', [0, CRITERIA], common)),
          undefined,
          ...counted(credit.pass, credit.passes),
        ],
        [
          label(credit.altmanDistress),
          input(THRESHOLDS.altmanDistressBelow, '0.00'),
          advice(isBelow),
          undefined,
          ...counted(credit.review, credit.reviews),
        ],
        [
          label(credit.altmanSafe),
          input(THRESHOLDS.altmanSafeAbove, '0.00'),
          advice(anyNumber('B7', common)),
          undefined,
          ...counted(credit.avoid, credit.avoids),
        ],
        [
          label(credit.beneishAbove),
          input(THRESHOLDS.beneishAbove, '0.00'),
          advice(anyNumber('B8', common)),
          undefined,
          label(credit.withoutVerdict),
          formula(`=COUNTIF(${column('G')},${noData})`, '0'),
        ],
        [note(credit.literature)],
      ])
      .put(`A${FIRST - 1}`, [
        [
          heading(credit.company),
          numberHeading('Piotroski F'),
          numberHeading('Altman Z'),
          numberHeading('Beneish M'),
          wordHeading(credit.zone),
          numberHeading(credit.warnings),
          wordHeading(credit.verdict),
          numberHeading(credit.price),
          numberHeading(common.quotedUtc),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => [
          input(COMPANIES[row - FIRST]),
          ...filledBySpill('0', '0.00', '0.00'),
          wordFormula(zone(row)),
          formula(knowing(row, `(B${row}<$B$5)+(C${row}<$B$6)+(D${row}>$B$8)`), '0'),
          wordFormula(verdict(row)),
          ...filledBySpill('#,##0.00', TIME_FORMAT),
        ]),
      )
      .put(`B${FIRST}`, [[formula(`=MD.SCORE(${column('A')},"all")`, '0')]])
      .put(`H${FIRST}`, [[formula(`=MD.QUOTE(${column('A')},"mid,timestamp","stocks",2)`, '#,##0.00')]]);
    const looks = [
      ['good', credit.safe, credit.pass],
      ['caution', credit.grey, credit.review],
      ['bad', credit.distress, credit.avoid],
      ['missing', common.noData, common.noData],
    ] as const;
    for (const [tone, ofZone, ofVerdict] of looks)
      sheet.highlight(column('E'), tone, ofZone).highlight(column('G'), tone, ofVerdict);
    return sheet
      .chart({
        title: credit.chart,
        over: `A${LAST + 2}:I${LAST + 18}`,
        categories: column('A'),
        series: [{ name: 'Altman Z', values: column('C') }],
        format: '0.0',
      })
      .print({ area: `A1:I${LAST + 18}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};
