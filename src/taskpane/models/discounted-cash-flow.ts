import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { Model, ModelTexts } from './model';
import {
  formula,
  gap,
  heading,
  input,
  label,
  note,
  numberHeading,
  sentence,
  SheetDraft,
  total,
  stringLiteral,
} from './sheet-draft';
import type { NewCell } from '../../app/host';
import {
  above,
  advice,
  anyNumber,
  arePossible,
  between,
  type CheckedInput,
  dateRule,
  choiceRule,
  percentBetween,
  type Rule,
  putFirstRows,
} from './checks';

const MILLIONS = '#,##0;-#,##0';
const PERCENT = '0.0%';
const PER_SHARE = '#,##0.00;-#,##0.00';
const MULTIPLE = '0.0"x"';
/** All inputs that must be numbers. */
const INPUTS = '$B$17,$B$19:$B$20,$F$17:$F$19,$F$21:$F$23,$B$23:$B$29,$C$32:$E$35';
const INPUT_COUNT = 28;
/** Values from the service, or calculated from them. */
const FROM_SERVICE = '$B$7:$B$8,$B$10:$B$11,$B$14,$B$18';
const FROM_SERVICE_COUNT = 6;
/** The bounds of the inputs: values beyond them are typing errors, such as 16 instead of 16%. */
const RATES = [-0.05, 0.5] as const;
const PREMIUM = [0, 0.3] as const;
const BETA = [-2, 5] as const;
const SHARE = [0, 1] as const;
/** A loss may be as large as the revenue, and growth bind or free as much. */
const MARGIN = [-1, 1] as const;
const GROWTH = [-0.9, 2] as const;
const GROWTH_AFTER = [-0.1, 0.1] as const;
const SCENARIO_COUNT = 3;

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
    /** Shows no cost of capital unless its numbers are there. */
    const onceNumbers = (cells: string, count: number, text: string): string =>
      `=IF(COUNT(${cells})<${count},${noData},${text})`;
    const inputs: CheckedInput[] = [];
    /** What to enter instead, in a row and column, beside an input with its name in another. */
    const adviceFor = (row: number, labelAt: string, adviceAt: string, rule: Rule): NewCell => {
      inputs.push({ label: `$${labelAt}$${row}`, advice: `$${adviceAt}$${row}` });
      return advice(rule);
    };
    const left = (row: number, text: string, cell: NewCell, rule: Rule) => [
      label(text),
      cell,
      adviceFor(row, 'A', 'C', rule),
    ];
    const beside = (text: string, cell: NewCell) => [label(text), undefined, cell];
    const right = (row: number, text: string, value: number, format: string, rule: Rule) => [
      ...beside(text, input(value, format)),
      adviceFor(row, 'D', 'G', rule),
    ];
    const rate = (row: number, text: string, value: number, bounds: readonly [number, number]) =>
      right(row, text, value, PERCENT, percentBetween(`F${row}`, bounds, common));
    const share = (row: number, text: string, value: number, bounds: readonly [number, number]) =>
      left(row, text, input(value, PERCENT), percentBetween(`B${row}`, bounds, common));
    /** A scenario of 0 or of a blank would be all three. */
    const ofScenario = (row: number): string =>
      `=IF($C$20="",IFERROR(INDEX(C${row}:E${row},$B$20),${noData}),${noData})`;
    const chosen = (
      row: number,
      text: string,
      [base, upside, downside]: readonly [number, number, number],
      bounds: readonly [number, number],
    ) => [
      label(text),
      formula(ofScenario(row), PERCENT),
      ...[base, upside, downside].map((value) => input(value, PERCENT)),
      adviceFor(row, 'A', 'F', percentBetween(`C${row}:E${row}`, bounds, common)),
    ];

    const timing = [
      left(17, dcf.valuationDate, input(today, DATE_FORMAT), dateRule('B17', common)),
      [
        label(dcf.firstYearEnds),
        formula(`=IFERROR(IF(EDATE(B9,12)<=B17,EDATE(B9,24),EDATE(B9,12)),${noData})`, DATE_FORMAT),
      ],
      left(19, dcf.midYear, input(1, '0'), choiceRule('B19', [0, 1], common)),
      left(20, dcf.scenario, input(1, '0'), choiceRule('B20', [1, 2, SCENARIO_COUNT], common)),
      [label(dcf.chosenScenario), { ...formula(ofScenario(31)), align: 'right' as const }],
    ];
    const accounts = [
      left(23, dcf.revenue, input(400_000, MILLIONS), above('B23', 0, common)),
      share(24, dcf.margin, 0.31, MARGIN),
      share(25, dcf.depreciation, 0.028, SHARE),
      share(26, dcf.investment, 0.029, SHARE),
      share(27, dcf.workingCapital, 0.02, MARGIN),
      left(28, dcf.netDebt, input(-34_000, MILLIONS), anyNumber('B28', common)),
      left(29, dcf.shares, input(14_900, MILLIONS), above('B29', 0, common)),
    ];
    const capital = [
      rate(17, dcf.riskFree, 0.042, RATES),
      right(18, dcf.beta, 1.15, '0.00', between('F18', BETA, common)),
      rate(19, dcf.premium, 0.046, PREMIUM),
      beside(dcf.equityCost, formula(onceNumbers('$F$17:$F$19', 3, 'F17+F18*F19'), PERCENT)),
      rate(21, dcf.debtCost, 0.048, RATES),
      rate(22, dcf.taxRate, 0.16, SHARE),
      rate(23, dcf.debtWeight, 0.05, SHARE),
      beside(dcf.wacc, total(onceNumbers('$F$17:$F$19,$F$21:$F$23', 6, 'F20*(1-F23)+F21*(1-F22)*F23'), PERCENT)),
    ];
    const scenarios = [
      chosen(32, dcf.growthFirst, [0.06, 0.09, 0.02], GROWTH),
      chosen(33, dcf.growthFifth, [0.035, 0.05, 0.01], GROWTH),
      chosen(34, dcf.marginFifth, [0.31, 0.33, 0.28], MARGIN),
      chosen(35, dcf.growthAfter, [0.025, 0.03, 0.015], GROWTH_AFTER),
    ];

    const sheet = putFirstRows(new SheetDraft(dcf.sheet, [38, 19, 20, 22, 16, 16, 24]), texts, dcf, {
      missingCount: `${INPUT_COUNT + FROM_SERVICE_COUNT}-COUNT(${INPUTS},${FROM_SERVICE})`,
      of: INPUT_COUNT + FROM_SERVICE_COUNT,
      inputs,
      asking: ['B7:B11', 'B14'],
      // In one cell, which is as wide as a phone.
      result: [total(`=A61&": "&IF(ISNUMBER(B61),FIXED(B61,2),B61)`)],
    })
      .put('A5', [
        [heading(dcf.market), heading(''), undefined, heading(dcf.checks), heading(''), heading('')],
        [label(dcf.ticker), word('AAPL'), ...check(dcf.checkPrice, 'AND(ISNUMBER(B7),B7>0)')],
        [
          label(dcf.price),
          formula('=MD.QUOTE(B6,"mid","stocks",2)', '#,##0.00'),
          ...check(dcf.checkInputs, arePossible(inputs)),
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
        [
          label(dcf.otherCurrency),
          word('EUR'),
          undefined,
          ...beside(dcf.blocking, total(`=COUNTIF(F7:F10,${look})`, '0')),
        ],
        [label(dcf.rate), formula('=MD.CONVERT(1,B12,B13)', '0.0000'), undefined, note(dcf.blockingNote)],
      ])
      .put('A16', [[heading(dcf.timing), heading(''), undefined, heading(dcf.capital), heading(''), heading('')]])
      .put('A17', timing)
      .put('D17', capital)
      .put('A22', [[heading(dcf.accounts), heading('')], ...accounts])
      .put('A31', [
        [heading(dcf.scenarios), ...[dcf.chosen, dcf.base, dcf.upside, dcf.downside].map(numberHeading)],
        ...scenarios,
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
      .freeze(4)
      .build();
  },
};

const YEARS = ['B', 'C', 'D', 'E', 'F'] as const;
/** The range of the sensitivity table around the assumptions. */
const STEPS = ['-0.01', '-0.005', '', '+0.005', '+0.01'];

/** The terminal value at the time of the last flow: the middle of the last year with mid-year flows. */
const terminal = (wacc: string, growth: string): string => `$F$47*(1+${growth})/(${wacc}-${growth})`;
const valuePerShare = (wacc: string, growth: string): string =>
  `(SUMPRODUCT($B$47:$F$47*$B$48:$F$48/(1+${wacc})^$B$49:$F$49)+${terminal(wacc, growth)}/(1+${wacc})^$F$49-$B$28)/$B$29`;

/** Adds the forecast, value and sensitivities of a discounted cash flow below its assumptions. */
function addForecast(sheet: SheetDraft, { dcf, common }: ModelTexts): SheetDraft {
  const noData = stringLiteral(common.noData);
  /** Shows no values until the blocking checks pass. */
  const onceSound = (text: string): string => `=IF($F$13>0,${noData},IFERROR(${text},${noData}))`;
  const present = (text: string): string => `=IFERROR(${text},${noData})`;
  const years = (text: string, of: (year: string, before: string, index: number) => string, format: string) => [
    label(text),
    ...YEARS.map((year, index) => formula(of(year, YEARS[index - 1] ?? '', index), format)),
  ];
  const named = (currency: string): string => `IF(ISTEXT(${currency}),${currency},"?")`;
  const value = (text: string, worth: string, format: string) => [label(text), formula(onceSound(worth), format)];

  return sheet
    .put('A37', [
      [heading(dcf.forecast), ...YEARS.map((_, index) => numberHeading(index + 1))],
      years(
        dcf.yearEnds,
        (_, before, index) => present(index === 0 ? '$B$18+0' : `EDATE(${before}38,12)`),
        DATE_FORMAT,
      ),
      years(dcf.growth, (_, __, index) => present(`$B$32+($B$33-$B$32)*${index}/4`), PERCENT),
      years(
        dcf.revenueOf,
        (year, before, index) => present(`${index === 0 ? '$B$23' : `${before}40`}*(1+${year}39)`),
        MILLIONS,
      ),
      years(dcf.marginOf, (_, __, index) => present(`$B$24+($B$34-$B$24)*${index + 1}/5`), PERCENT),
      years(dcf.ebit, (year) => present(`${year}40*${year}41`), MILLIONS),
      years(dcf.taxes, (year) => present(`-${year}42*$F$22`), MILLIONS),
      years(dcf.addedDepreciation, (year) => present(`${year}40*$B$25`), MILLIONS),
      years(dcf.spent, (year) => present(`-${year}40*$B$26`), MILLIONS),
      years(
        dcf.tiedUp,
        (year, before, index) => present(`-(${year}40-${index === 0 ? '$B$23' : `${before}40`})*$B$27`),
        MILLIONS,
      ),
      years(dcf.freeCashFlow, (year) => present(`${year}42+${year}43+${year}44+${year}45+${year}46`), MILLIONS),
      years(dcf.partToCome, (_, __, index) => (index === 0 ? present('($B$18-$B$17)/365') : '=1'), '0.00'),
      years(
        dcf.yearsUntil,
        (_, __, index) => present(index === 0 ? '$B$48*(1-0.5*$B$19)' : `$B$48+${index}-0.5*$B$19`),
        '0.00',
      ),
      years(dcf.presentValue, (year) => present(`${year}47*${year}48/(1+$F$24)^${year}49`), MILLIONS),
    ])
    .put('A52', [
      [heading(dcf.value), heading('')],
      value(dcf.fiveYears, 'B50+C50+D50+E50+F50', MILLIONS),
      value(dcf.afterwards, `${terminal('$F$24', '$B$35')}/(1+$F$24)^$F$49`, MILLIONS),
      value(dcf.enterprise, 'B53+B54', MILLIONS),
      value(dcf.terminalShare, 'B54/B55', PERCENT),
      value(dcf.firstMultiple, 'B55/(B42+B44)', MULTIPLE),
      value(dcf.exitMultiple, `${terminal('$F$24', '$B$35')}*(1+$F$24)^(0.5*$B$19)/(F42+F44)`, MULTIPLE),
      value(dcf.lessNetDebt, '-$B$28', MILLIONS),
      value(dcf.equity, 'B55-$B$28', MILLIONS),
      [formula(`=${sentence(dcf.perShare, { currency: named('$B$12') })}`), total(onceSound('B60/$B$29'), PER_SHARE)],
      [
        formula(`=${sentence(dcf.perShare, { currency: named('$B$13') })}`),
        formula(onceSound(`IF($B$14>0,B61*$B$14,${noData})`), PER_SHARE),
      ],
      [label(dcf.price), formula(`=IF(ISNUMBER($B$7),$B$7,${noData})`, PER_SHARE)],
      [label(dcf.upsideToPrice), total(onceSound(`IF($B$7>0,B61/B63-1,${noData})`), '+0.0%;-0.0%')],
    ])
    .put('A67', [
      [heading(dcf.sensitivity), ...gap(5).map(() => heading(''))],
      [undefined, ...STEPS.map((step) => formula(present(`$B$35${step}`), PERCENT))],
      ...STEPS.map((step, index) => [
        formula(present(`$F$24${step}`), PERCENT),
        ...YEARS.map((column) => {
          const [wacc, growth] = [`$A${69 + index}`, `${column}$68`];
          return formula(onceSound(`IF(${wacc}>${growth},${valuePerShare(wacc, growth)},NA())`), PER_SHARE);
        }),
      ]),
    ])
    .highlight('B69:F73', 'missing', common.noData);
}
