import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import { above, anyDate, anyNumber, between, choiceRule, percentBetween } from './checks';
import {
  type DraftCell,
  type DraftRow,
  formula,
  gap,
  heading,
  input,
  inputRow,
  label,
  note,
  numberHeading,
  orNoData,
  total,
  wordRow,
} from './draft-cells';
import type { TextKey } from './model';
import { plannedModel } from './sheet-draft';

const MILLIONS = '#,##0;-#,##0';
const PERCENT = '0.0%';
const PER_SHARE = '#,##0.00;-#,##0.00';
const MULTIPLE = '0.0"x"';
/** All inputs that must be numbers, and values from the service or calculated from them. */
const INPUTS = '$B$17,$B$19:$B$20,$F$17:$F$19,$F$21:$F$23,$B$23:$B$29,$C$32:$E$35';
const FROM_SERVICE = '$B$7:$B$8,$B$10:$B$11,$B$14,$B$18';
const VALUE_COUNT = 34;
/** The bounds of the inputs: values beyond them are typing errors, such as 16 instead of 16%. */
const RATES = [-0.05, 0.5] as const;
const PREMIUM = [0, 0.3] as const;
const BETA = [-2, 5] as const;
const SHARE = [0, 1] as const;
/** A loss may be as large as the revenue, and growth bind or free as much. */
const MARGIN = [-1, 1] as const;
const GROWTH = [-0.9, 2] as const;
const GROWTH_AFTER = [-0.1, 0.1] as const;
/** A terminal value above this share of the total deserves a look. */
const MAX_TERMINAL = 0.85;
const YEARS = ['B', 'C', 'D', 'E', 'F'] as const;
/** The range of the sensitivity table around the assumptions. */
const STEPS = ['-0.01', '-0.005', '', '+0.005', '+0.01'];

/** A condition's name and state in three columns. A condition that cannot be evaluated counts as failed. */
const check = (name: TextKey, condition: string): DraftRow => [
  undefined,
  label(name),
  undefined,
  { ...formula(`=IF(IFERROR(${condition},FALSE),{dcf.ok},{dcf.look})`), align: 'right' },
];
const share = (name: TextKey, value: number, bounds: readonly [number, number]): DraftRow =>
  inputRow(name, value, PERCENT, percentBetween(bounds));
/** The same in the right half, where a name has two columns. */
const right = ([name, value, advice]: DraftRow): DraftRow => [name, undefined, value, advice];
/** Shows no cost of capital unless its numbers are there. */
const onceNumbers = (cells: string, count: number, text: string): string =>
  `=IF(COUNT(${cells})<${count},{noData},${text})`;
/** A scenario of 0 or of a blank would be all three. */
const ofScenario = '=IF($C$20="",IFERROR(INDEX(C#:E#,$B$20),{noData}),{noData})';
const chosen = (
  name: TextKey,
  values: readonly [number, number, number],
  bounds: readonly [number, number],
): DraftRow => [
  label(name),
  formula(ofScenario, PERCENT),
  ...values.map((value) => input(value, PERCENT)),
  { rule: percentBetween(bounds, values.length) },
];

/** The terminal value at the time of the last flow: the middle of the last year with mid-year flows. */
const terminal = (wacc: string, growth: string): string => `$F$47*(1+${growth})/(${wacc}-${growth})`;
const valuePerShare = (wacc: string, growth: string): string =>
  `(SUMPRODUCT($B$47:$F$47*$B$48:$F$48/(1+${wacc})^$B$49:$F$49)+${terminal(wacc, growth)}/(1+${wacc})^$F$49-$B$28)/$B$29`;
/** Shows no values until the blocking checks pass. */
const onceSound = (text: string): string => `=IF($F$13>0,{noData},${orNoData(text)})`;
/**
 * A row of the forecast. In its formula B40 is a cell of the year itself, A40 one of the year before, {passed} how many
 * years have passed, and {nth} the number of the year.
 * @param first of the first year
 */
const years = (name: TextKey, format: string, each: string, first = each): DraftRow => [
  label(name),
  ...YEARS.map((year, index) => ({
    ...formula(
      `=${orNoData(index === 0 ? first : each)}`.replace(/(?<![$A-Z])[AB](?=\d)/g, (letter) =>
        letter === 'B' ? year : YEARS[index - 1]!,
      ),
      format,
    ),
    names: { passed: String(index), nth: String(index + 1) },
  })),
];
const value = (name: TextKey, worth: string, format: string): DraftRow => [
  label(name),
  formula(onceSound(worth), format),
];
const perShare = (currency: string): DraftCell => ({
  ...formula('={dcf.perShare}'),
  names: { currency: `IF(ISTEXT(${currency}),${currency},"?")` },
});

/**
 * A discounted cash flow model: market data, a cost of capital built from its parts, three scenarios, five years from
 * the valuation date, the value per share, and checks without which no value is shown.
 */
export const discountedCashFlow = plannedModel({
  id: 'dcf',
  missing: `${VALUE_COUNT}-COUNT(${INPUTS},${FROM_SERVICE})`,
  of: VALUE_COUNT,
  asking: ['B7:B11', 'B14'],
  // In one cell, which is as wide as a phone.
  result: [total('=A61&": "&IF(ISNUMBER(B61),FIXED(B61,2),B61)')],
  cells: {
    A5: [
      [heading('dcf.market'), heading(''), undefined, heading('dcf.checks'), heading(''), heading('')],
      [...wordRow('dcf.ticker', 'AAPL').slice(0, 2), ...check('dcf.checkPrice', 'AND(ISNUMBER(B7),B7>0)')],
      [
        label('dcf.price'),
        formula('=MD.QUOTE(B6,"mid","stocks",2)', '#,##0.00'),
        ...check('dcf.checkInputs', '{arePossible}'),
      ],
      [
        label('common.quotedUtc'),
        formula('=MD.QUOTE(B6,"timestamp","stocks")', TIME_FORMAT),
        ...check('dcf.checkGrowth', 'F24-B35>=0.01'),
      ],
      [
        label('dcf.annualReport'),
        formula('=MD.FILINGS(B6,"10-K",1,"report_date",FALSE)', DATE_FORMAT),
        ...check('dcf.checkShares', 'B29>0'),
      ],
      [
        label('Altman Z'),
        formula('=MD.SCORE(B6,"altman-z")', '0.00'),
        ...check('dcf.checkDates', 'AND(ISNUMBER(B18),B18>B17,B18-B17<=366)'),
      ],
      [
        label('Piotroski F'),
        formula('=MD.SCORE(B6,"piotroski")', '0'),
        ...check('dcf.checkTerminal', `AND(ISNUMBER(B56),B56<=${MAX_TERMINAL})`),
      ],
      [...wordRow('dcf.currency', 'USD').slice(0, 2), ...check('dcf.checkTable', 'ABS(D71-B61)<0.005')],
      [
        ...wordRow('dcf.otherCurrency', 'EUR'),
        label('dcf.blocking'),
        undefined,
        total('=COUNTIF(F7:F10,{dcf.look})', '0'),
      ],
      [label('dcf.rate'), formula('=MD.CONVERT(1,B12,B13)', '0.0000'), undefined, note('dcf.blockingNote')],
    ],
    A16: [
      [heading('dcf.timing'), heading(''), undefined, heading('dcf.capital'), heading(''), heading('')],
      inputRow('dcf.valuationDate', (dates) => dates.today, DATE_FORMAT, anyDate),
      [
        label('dcf.firstYearEnds'),
        formula('=IFERROR(IF(EDATE(B9,12)<=B17,EDATE(B9,24),EDATE(B9,12)),{noData})', DATE_FORMAT),
      ],
      inputRow('dcf.midYear', 1, '0', choiceRule([0, 1])),
      inputRow('dcf.scenario', 1, '0', choiceRule([1, 2, 3])),
      [label('dcf.chosenScenario'), { ...formula(ofScenario.replace('C#:E#', 'C31:E31')), align: 'right' }],
      [heading('dcf.accounts'), heading('')],
      inputRow('dcf.revenue', 400_000, MILLIONS, above(0)),
      share('dcf.margin', 0.31, MARGIN),
      share('dcf.depreciation', 0.028, SHARE),
      share('dcf.investment', 0.029, SHARE),
      share('dcf.workingCapital', 0.02, MARGIN),
      inputRow('dcf.netDebt', -34_000, MILLIONS, anyNumber),
      inputRow('dcf.shares', 14_900, MILLIONS, above(0)),
    ],
    D17: [
      right(share('dcf.riskFree', 0.042, RATES)),
      right(inputRow('dcf.beta', 1.15, '0.00', between(BETA))),
      right(share('dcf.premium', 0.046, PREMIUM)),
      right([label('dcf.equityCost'), formula(onceNumbers('$F$17:$F$19', 3, 'F17+F18*F19'), PERCENT)]),
      right(share('dcf.debtCost', 0.048, RATES)),
      right(share('dcf.taxRate', 0.16, SHARE)),
      right(share('dcf.debtWeight', 0.05, SHARE)),
      right([
        label('dcf.wacc'),
        total(onceNumbers('$F$17:$F$19,$F$21:$F$23', 6, 'F20*(1-F23)+F21*(1-F22)*F23'), PERCENT),
      ]),
    ],
    A31: [
      [
        heading('dcf.scenarios'),
        ...(['dcf.chosen', 'dcf.base', 'dcf.upside', 'dcf.downside'] as const).map(numberHeading),
      ],
      chosen('dcf.growthFirst', [0.06, 0.09, 0.02], GROWTH),
      chosen('dcf.growthFifth', [0.035, 0.05, 0.01], GROWTH),
      chosen('dcf.marginFifth', [0.31, 0.33, 0.28], MARGIN),
      chosen('dcf.growthAfter', [0.025, 0.03, 0.015], GROWTH_AFTER),
    ],
    A37: [
      [heading('dcf.forecast'), ...YEARS.map((_, index) => numberHeading(index + 1))],
      years('dcf.yearEnds', DATE_FORMAT, 'EDATE(A38,12)', '$B$18+0'),
      years('dcf.growth', PERCENT, '$B$32+($B$33-$B$32)*{passed}/4'),
      years('dcf.revenueOf', MILLIONS, 'A40*(1+B39)', '$B$23*(1+B39)'),
      years('dcf.marginOf', PERCENT, '$B$24+($B$34-$B$24)*{nth}/5'),
      years('dcf.ebit', MILLIONS, 'B40*B41'),
      years('dcf.taxes', MILLIONS, '-B42*$F$22'),
      years('dcf.addedDepreciation', MILLIONS, 'B40*$B$25'),
      years('dcf.spent', MILLIONS, '-B40*$B$26'),
      years('dcf.tiedUp', MILLIONS, '-(B40-A40)*$B$27', '-(B40-$B$23)*$B$27'),
      years('dcf.freeCashFlow', MILLIONS, 'B42+B43+B44+B45+B46'),
      years('dcf.partToCome', '0.00', '1', '($B$18-$B$17)/365'),
      years('dcf.yearsUntil', '0.00', '$B$48+{passed}-0.5*$B$19', '$B$48*(1-0.5*$B$19)'),
      years('dcf.presentValue', MILLIONS, 'B47*B48/(1+$F$24)^B49'),
    ],
    A52: [
      [heading('dcf.value'), heading('')],
      value('dcf.fiveYears', 'B50+C50+D50+E50+F50', MILLIONS),
      value('dcf.afterwards', `${terminal('$F$24', '$B$35')}/(1+$F$24)^$F$49`, MILLIONS),
      value('dcf.enterprise', 'B53+B54', MILLIONS),
      value('dcf.terminalShare', 'B54/B55', PERCENT),
      value('dcf.firstMultiple', 'B55/(B42+B44)', MULTIPLE),
      value('dcf.exitMultiple', `${terminal('$F$24', '$B$35')}*(1+$F$24)^(0.5*$B$19)/(F42+F44)`, MULTIPLE),
      value('dcf.lessNetDebt', '-$B$28', MILLIONS),
      value('dcf.equity', 'B55-$B$28', MILLIONS),
      [perShare('$B$12'), total(onceSound('B60/$B$29'), PER_SHARE)],
      [perShare('$B$13'), formula(onceSound('IF($B$14>0,B61*$B$14,{noData})'), PER_SHARE)],
      [label('dcf.price'), formula('=IF(ISNUMBER($B$7),$B$7,{noData})', PER_SHARE)],
      [label('dcf.upsideToPrice'), total(onceSound('IF($B$7>0,B61/B63-1,{noData})'), '+0.0%;-0.0%')],
    ],
    A67: [
      [heading('dcf.sensitivity'), ...gap(5).map(() => heading(''))],
      [undefined, ...STEPS.map((step) => formula(`=${orNoData(`$B$35${step}`)}`, PERCENT))],
      ...STEPS.map((step) => [
        formula(`=${orNoData(`$F$24${step}`)}`, PERCENT),
        ...YEARS.map((column) => {
          const growth = `${column}$68`;
          return formula(onceSound(`IF($A#>${growth},${valuePerShare('$A#', growth)},NA())`), PER_SHARE);
        }),
      ]),
    ],
  },
  marks: [
    ['F6:F12', 'good', 'dcf.ok'],
    ['F6:F12', 'caution', 'dcf.look'],
    ['F13', 'bad', 0, 'greater'],
    ['B53:B64', 'missing'],
    ['B69:F73', 'missing'],
  ],
  widths: [38, 19, 20, 22, 16, 16, 24],
  page: (textOf) => ({
    chart: {
      title: textOf('dcf.chart'),
      over: 'D52:G65',
      categories: 'B38:F38',
      series: [
        { name: textOf('dcf.freeCashFlow'), values: 'B47:F47' },
        { name: textOf('dcf.presentValue'), values: 'B50:F50' },
      ],
      format: '#,##0',
    },
    print: { area: 'A1:G73', orientation: 'portrait', titleRows: '1:1' },
    frozenRows: 4,
    frozenColumns: 1,
  }),
});
