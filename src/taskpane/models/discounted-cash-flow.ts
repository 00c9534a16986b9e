import type { NewCell } from '../../app/new-sheet';
import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import { addForecast } from './cash-flow-forecast';
import { putHead } from './head';
import type { Model } from './model';
import { stringLiteral } from './sentence';
import { formula, heading, input, label, note, numberHeading, SheetDraft, total } from './sheet-draft';

const MILLIONS = '#,##0;-#,##0';
const PERCENT = '0.0%';
/** All inputs that must be numbers. */
const INPUTS = '$B$17,$B$19:$B$20,$F$17:$F$19,$F$21:$F$23,$B$23:$B$29,$C$32:$E$35';
const INPUT_COUNT = 28;
/** Values from the service, or calculated from them. */
const FROM_SERVICE = '$B$7:$B$8,$B$10:$B$11,$B$14,$B$18';
const FROM_SERVICE_COUNT = 6;
/** A terminal value above this share of the total deserves a look. */
const MAX_TERMINAL = 0.85;

const word = (value: string): NewCell => ({ ...input(value), align: 'right' });

/**
 * A discounted cash flow model: market data, a cost of capital built from its parts, three scenarios, five years from
 * the valuation date, the value per share, and checks without which no value is shown.
 */
export const discountedCashFlow: Model = {
  id: 'dcf',
  create({ today }, texts) {
    const { dcf, common } = texts;
    const [noData, ok, look] = [common.noData, dcf.ok, dcf.look].map(stringLiteral) as [string, string, string];
    /** A condition's name and state in three columns. A condition that cannot be evaluated counts as failed. */
    const check = (text: string, condition: string) => [
      undefined,
      label(text),
      undefined,
      { ...formula(`=IF(IFERROR(${condition},FALSE),${ok},${look})`), align: 'right' as const },
    ];
    const beside = (text: string, cell: NewCell) => [undefined, label(text), undefined, cell];
    const chosen = (row: number, text: string, base: number, upside: number, downside: number) => [
      label(text),
      formula(`=IFERROR(INDEX(C${row}:E${row},$B$20),${noData})`, PERCENT),
      ...[base, upside, downside].map((value) => input(value, PERCENT)),
    ];

    const sheet = putHead(new SheetDraft(dcf.sheet, [42, 20, 16, 22, 16, 16, 16]), texts, dcf, {
      missingCount: `${INPUT_COUNT + FROM_SERVICE_COUNT}-COUNT(${INPUTS},${FROM_SERVICE})`,
      count: String(INPUT_COUNT + FROM_SERVICE_COUNT),
    })
      .put('A5', [
        [heading(dcf.market), heading(''), undefined, heading(dcf.checks), heading(''), heading('')],
        [label(dcf.ticker), word('AAPL'), ...check(dcf.checkPrice, 'AND(ISNUMBER(B7),B7>0)')],
        [
          label(dcf.price),
          formula('=MD.QUOTE(B6,"mid","stocks",2)', '#,##0.00'),
          ...check(dcf.checkInputs, `AND(COUNT(${INPUTS})=${INPUT_COUNT},OR(B19=0,B19=1))`),
        ],
        [
          label(common.quotedUtc),
          formula('=MD.QUOTE(B6,"timestamp","stocks")', TIME_FORMAT),
          ...check(dcf.checkGrowth, 'F24-B35>=0.01'),
        ],
        [
          label(dcf.annualReport),
          formula('=MD.FILINGS(B6,"10-K",1,"report_date",FALSE)', DATE_FORMAT),
          ...check(dcf.checkShares, 'B29>0'),
        ],
        [
          label('Altman Z'),
          formula('=MD.SCORE(B6,"altman-z")', '0.00'),
          ...check(dcf.checkDates, 'AND(ISNUMBER(B18),B18>B17,B18-B17<=366)'),
        ],
        [
          label('Piotroski F'),
          formula('=MD.SCORE(B6,"piotroski")', '0'),
          ...check(dcf.checkTerminal, `AND(ISNUMBER(B56),B56<=${MAX_TERMINAL})`),
        ],
        [label(dcf.currency), word('USD'), ...check(dcf.checkTable, 'ABS(D71-B61)<0.005')],
        [label(dcf.otherCurrency), word('EUR'), ...beside(dcf.blocking, total(`=COUNTIF(F7:F10,${look})`, '0'))],
        [label(dcf.rate), formula('=MD.CONVERT(1,B12,B13)', '0.0000'), undefined, note(dcf.blockingNote)],
      ])
      .put('A16', [
        [heading(dcf.timing), heading(''), undefined, heading(dcf.capital), heading(''), heading('')],
        [label(dcf.valuationDate), input(today, DATE_FORMAT), ...beside(dcf.riskFree, input(0.042, PERCENT))],
        [
          label(dcf.firstYearEnds),
          formula(`=IFERROR(IF(EDATE(B9,12)<=B17,EDATE(B9,24),EDATE(B9,12)),${noData})`, DATE_FORMAT),
          ...beside(dcf.beta, input(1.15, '0.00')),
        ],
        [label(dcf.midYear), input(1, '0'), ...beside(dcf.premium, input(0.046, PERCENT))],
        [label(dcf.scenario), input(1, '0'), ...beside(dcf.equityCost, formula('=F17+F18*F19', PERCENT))],
        [
          label(dcf.chosenScenario),
          { ...formula(`=IFERROR(INDEX(C31:E31,B20),${noData})`), align: 'right' },
          ...beside(dcf.debtCost, input(0.048, PERCENT)),
        ],
        [heading(dcf.accounts), heading(''), ...beside(dcf.taxRate, input(0.16, PERCENT))],
        [label(dcf.revenue), input(400_000, MILLIONS), ...beside(dcf.debtWeight, input(0.05, PERCENT))],
        [label(dcf.margin), input(0.31, PERCENT), ...beside(dcf.wacc, total('=F20*(1-F23)+F21*(1-F22)*F23', PERCENT))],
        [label(dcf.depreciation), input(0.028, PERCENT)],
        [label(dcf.investment), input(0.029, PERCENT)],
        [label(dcf.workingCapital), input(0.02, PERCENT)],
        [label(dcf.netDebt), input(-34_000, MILLIONS)],
        [label(dcf.shares), input(14_900, MILLIONS)],
      ])
      .put('A31', [
        [heading(dcf.scenarios), ...[dcf.chosen, dcf.base, dcf.upside, dcf.downside].map(numberHeading)],
        chosen(32, dcf.growthFirst, 0.06, 0.09, 0.02),
        chosen(33, dcf.growthFifth, 0.035, 0.05, 0.01),
        chosen(34, dcf.marginFifth, 0.31, 0.33, 0.28),
        chosen(35, dcf.growthAfter, 0.025, 0.03, 0.015),
      ]);
    return addForecast(sheet, texts)
      .highlight('F6:F12', 'good', dcf.ok)
      .highlight('F6:F12', 'caution', dcf.look)
      .highlight('F13', 'bad', 0, 'greater')
      .highlight('B53:B64', 'missing', common.noData)
      .chart({
        title: dcf.chart,
        over: 'D52:G65',
        categories: 'B38:F38',
        series: [
          { name: dcf.freeCashFlow, values: 'B47:F47' },
          { name: dcf.presentValue, values: 'B50:F50' },
        ],
        format: '#,##0',
      })
      .print({ area: 'A1:G73', orientation: 'portrait', titleRows: '1:1' })
      .freeze(3)
      .build();
  },
};
