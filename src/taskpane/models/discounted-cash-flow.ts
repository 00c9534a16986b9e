import { orNoData } from './formulas';
import { above, anyDate, anyNumber, between, chosenFrom, percentBetween } from './rules';
import { plannedModel } from './sheet-draft';

const MILLIONS = '#,##0;-#,##0';
const PERCENT = '0.0%';
const PER_SHARE = '#,##0.00;-#,##0.00';
/** All inputs that must be numbers, and values from the service or calculated from them. */
const INPUTS = '$B$17,$B$19:$B$20,$F$17:$F$19,$F$21:$F$23,$B$23:$B$29,$C$32:$E$35';
const FROM_SERVICE = '$B$7:$B$8,$B$10:$B$11,$B$14,$B$18';
const VALUE_COUNT = 34;
/** The bounds of the inputs: values beyond them are typing errors, such as 16 instead of 16%. */
const rate = percentBetween(-0.05, 0.5);
const premium = percentBetween(0, 0.3);
const beta = between(-2, 5);
const share = percentBetween(0, 1);
/** A loss may be as large as the revenue, and growth bind or free as much. */
const margin = percentBetween(-1, 1);
const growth = percentBetween(-0.9, 2);
const growthAfter = percentBetween(-0.1, 0.1);
/** A terminal value above this share of the total deserves a look. */
const MAX_TERMINAL = 0.85;
const YEARS = ['B', 'C', 'D', 'E', 'F'] as const;
/** The range of the sensitivity table around the assumptions. */
const STEPS = ['-0.01', '-0.005', '', '+0.005', '+0.01'];

/** A condition's state. One that cannot be evaluated counts as failed. */
const check = (condition: string): string => `=IF(IFERROR(${condition},FALSE),{dcf.ok},{dcf.look}) as right`;
const firstYearEnds = '=IFERROR(IF(EDATE(B9,12)<=B17,EDATE(B9,24),EDATE(B9,12)),{noData})';
/** Shows no cost of capital unless its numbers are there. */
const onceNumbers = (cells: string, count: number, text: string): string =>
  `=IF(COUNT(${cells})<${count},{noData},${text}) as ${PERCENT}`;
/** A scenario of 0 or of a blank would be all three. */
const ofScenario = (row: string): string => `=IF($C$20="",IFERROR(INDEX(C${row}:E${row},$B$20),{noData}),{noData})`;
const chosen = (first: number, second: number, third: number): string =>
  `${ofScenario('#')} as ${PERCENT} | ${[first, second, third].map((one) => `[${one}] as ${PERCENT}`).join(' | ')}`;

/** The terminal value at the time of the last flow: the middle of the last year with mid-year flows. */
const terminal = (wacc: string, growth: string): string => `$F$47*(1+${growth})/(${wacc}-${growth})`;
const valuePerShare = (wacc: string, growth: string): string =>
  `(SUMPRODUCT($B$47:$F$47*$B$48:$F$48/(1+${wacc})^$B$49:$F$49)+${terminal(wacc, growth)}/(1+${wacc})^$F$49-$B$28)/$B$29`;
/** Shows no values until the blocking checks pass. */
const onceSound = (text: string): string => `=IF($F$13>0,{noData},${orNoData(text)})`;
/**
 * The years of a row of the forecast. In its formula B40 is a cell of the year itself, A40 one of the year before,
 * [passed] how many years have passed, and [nth] the number of the year.
 * @param first of the first year
 */
const forecast = (format: string, each: string, first = each): string =>
  YEARS.map((year, index) => {
    const text = (index === 0 ? first : each)
      .replace(/(?<![$A-Z])[AB](?=\d)/g, (letter) => (letter === 'B' ? year : YEARS[index - 1]!))
      .replace('[passed]', String(index))
      .replace('[nth]', String(index + 1));
    return `=${orNoData(text)} as ${format}`;
  }).join(' | ');
const perShare = (currency: string): string => `={dcf.perShare:currency=IF(ISTEXT(${currency}),${currency},"?")}`;
/** A row of values per share, below the growth after five years and beside its cost of capital. */
const sensitivity = (step: string): string => {
  const cells = YEARS.map((column) => {
    const growth = `${column}$68`;
    return ` | ${onceSound(`IF($A#>${growth},${valuePerShare('$A#', growth)},NA())`)} as ${PER_SHARE}`;
  });
  return `=${orNoData(`$F$24${step}`)} as ${PERCENT}${cells.join('')}`;
};

/**
 * A discounted cash flow model: market data, a cost of capital built from its parts, three scenarios, five years from
 * the valuation date, the value per share, and checks without which no value is shown.
 */
export const discountedCashFlow = plannedModel({
  id: 'dcf',
  missing: `${VALUE_COUNT}-COUNT(${INPUTS},${FROM_SERVICE})`,
  of: VALUE_COUNT,
  asking: ['B7:B11', 'B14'],
  // The result is in one cell, which is as wide as a phone.
  rows: `
A4 | * =A61&": "&IF(ISNUMBER(B61),FIXED(B61,2),B61)
A5 | # dcf.market | #
   | dcf.ticker | [AAPL] as right
   | dcf.price | =MD.QUOTE(B6,"mid","stocks",2) as #,##0.00
   | common.quotedUtc | =MD.QUOTE(B6,"timestamp","stocks") as time
   | dcf.annualReport | =MD.FILINGS(B6,"10-K",1,"report_date",FALSE) as date
   | Altman Z | =MD.SCORE(B6,"altman-z") as 0.00
   | Piotroski F | =MD.SCORE(B6,"piotroski") as 0
   | dcf.currency | [USD] as right
   | dcf.otherCurrency | [EUR] as right
   | dcf.rate | =MD.CONVERT(1,B12,B13) as 0.0000
D5 | # dcf.checks | # | #
   | dcf.checkPrice | | ${check('AND(ISNUMBER(B7),B7>0)')}
   | dcf.checkInputs | | ${check('{arePossible}')}
   | dcf.checkGrowth | | ${check('F24-B35>=0.01')}
   | dcf.checkShares | | ${check('B29>0')}
   | dcf.checkDates | | ${check('AND(ISNUMBER(B18),B18>B17,B18-B17<=366)')}
   | dcf.checkTerminal | | ${check(`AND(ISNUMBER(B56),B56<=${MAX_TERMINAL})`)}
   | dcf.checkTable | | ${check('ABS(D71-B61)<0.005')}
   | dcf.blocking | | * =COUNTIF(F7:F10,{dcf.look}) as 0
   | ~ dcf.blockingNote
A16 | # dcf.timing | #
   | dcf.valuationDate | [today] as date | ? ${anyDate}
   | dcf.firstYearEnds | ${firstYearEnds} as date
   | dcf.midYear | [1] as 0 | ? ${chosenFrom(0, 1)}
   | dcf.scenario | [1] as 0 | ? ${chosenFrom(1, 2, 3)}
   | dcf.chosenScenario | ${ofScenario('31')} as right
   | # dcf.accounts | #
   | dcf.revenue | [400000] as ${MILLIONS} | ? ${above(0)}
   | dcf.margin | [0.31] as ${PERCENT} | ? ${margin}
   | dcf.depreciation | [0.028] as ${PERCENT} | ? ${share}
   | dcf.investment | [0.029] as ${PERCENT} | ? ${share}
   | dcf.workingCapital | [0.02] as ${PERCENT} | ? ${margin}
   | dcf.netDebt | [-34000] as ${MILLIONS} | ? ${anyNumber}
   | dcf.shares | [14900] as ${MILLIONS} | ? ${above(0)}
   | dcf.accountsOf | [AAPL] as right | ? AND(ISTEXT(@),@=$B$6) → {dcf.enterAccounts:ticker=$B$6}
D16 | # dcf.capital | # | #
   | dcf.riskFree | | [0.042] as ${PERCENT} | ? ${rate}
   | dcf.beta | | [1.15] as 0.00 | ? ${beta}
   | dcf.premium | | [0.046] as ${PERCENT} | ? ${premium}
   | dcf.equityCost | | ${onceNumbers('$F$17:$F$19', 3, 'F17+F18*F19')}
   | dcf.debtCost | | [0.048] as ${PERCENT} | ? ${rate}
   | dcf.taxRate | | [0.16] as ${PERCENT} | ? ${share}
   | dcf.debtWeight | | [0.05] as ${PERCENT} | ? ${share}
   | dcf.wacc | | * ${onceNumbers('$F$17:$F$19,$F$21:$F$23', 6, 'F20*(1-F23)+F21*(1-F22)*F23')}
A31 | # dcf.scenarios | # dcf.chosen as right | # dcf.base as right | # dcf.upside as right | # dcf.downside as right
   | dcf.growthFirst | ${chosen(0.06, 0.09, 0.02)} | ? ${growth}
   | dcf.growthFifth | ${chosen(0.035, 0.05, 0.01)} | ? ${growth}
   | dcf.marginFifth | ${chosen(0.31, 0.33, 0.28)} | ? ${margin}
   | dcf.growthAfter | ${chosen(0.025, 0.03, 0.015)} | ? ${growthAfter}
A37 | # dcf.forecast | # 1 as right | # 2 as right | # 3 as right | # 4 as right | # 5 as right
   | dcf.yearEnds | ${forecast('date', 'EDATE(A38,12)', '$B$18+0')}
   | dcf.growth | ${forecast(PERCENT, '$B$32+($B$33-$B$32)*[passed]/4')}
   | dcf.revenueOf | ${forecast(MILLIONS, 'A40*(1+B39)', '$B$23*(1+B39)')}
   | dcf.marginOf | ${forecast(PERCENT, '$B$24+($B$34-$B$24)*[nth]/5')}
   | dcf.ebit | ${forecast(MILLIONS, 'B40*B41')}
   | dcf.taxes | ${forecast(MILLIONS, '-B42*$F$22')}
   | dcf.addedDepreciation | ${forecast(MILLIONS, 'B40*$B$25')}
   | dcf.spent | ${forecast(MILLIONS, '-B40*$B$26')}
   | dcf.tiedUp | ${forecast(MILLIONS, '-(B40-A40)*$B$27', '-(B40-$B$23)*$B$27')}
   | dcf.freeCashFlow | ${forecast(MILLIONS, 'B42+B43+B44+B45+B46')}
   | dcf.partToCome | ${forecast('0.00', '1', '($B$18-$B$17)/365')}
   | dcf.yearsUntil | ${forecast('0.00', '$B$48+[passed]-0.5*$B$19', '$B$48*(1-0.5*$B$19)')}
   | dcf.presentValue | ${forecast(MILLIONS, 'B47*B48/(1+$F$24)^B49')}
A52 | # dcf.value | #
   | dcf.fiveYears | ${onceSound('B50+C50+D50+E50+F50')} as ${MILLIONS}
   | dcf.afterwards | ${onceSound(`${terminal('$F$24', '$B$35')}/(1+$F$24)^$F$49`)} as ${MILLIONS}
   | dcf.enterprise | ${onceSound('B53+B54')} as ${MILLIONS}
   | dcf.terminalShare | ${onceSound('B54/B55')} as ${PERCENT}
   | dcf.firstMultiple | ${onceSound('B55/(B42+B44)')} as 0.0"x"
   | dcf.exitMultiple | ${onceSound(`${terminal('$F$24', '$B$35')}*(1+$F$24)^(0.5*$B$19)/(F42+F44)`)} as 0.0"x"
   | dcf.lessNetDebt | ${onceSound('-$B$28')} as ${MILLIONS}
   | dcf.equity | ${onceSound('B55-$B$28')} as ${MILLIONS}
   | ${perShare('$B$12')} | * ${onceSound('B60/$B$29')} as ${PER_SHARE}
   | ${perShare('$B$13')} | ${onceSound('IF($B$14>0,B61*$B$14,{noData})')} as ${PER_SHARE}
   | dcf.price | =IF(ISNUMBER($B$7),$B$7,{noData}) as ${PER_SHARE}
   | dcf.upsideToPrice | * ${onceSound('IF($B$7>0,B61/B63-1,{noData})')} as +0.0%;-0.0%
A67 | # dcf.sensitivity | # | # | # | # | #
   | | ${STEPS.map((step) => `=${orNoData(`$B$35${step}`)} as ${PERCENT}`).join(' | ')}
   | ${STEPS.map(sensitivity).join('\n | ')}`,
  marks: [
    ['F6:F12', 'good', 'dcf.ok'],
    ['F6:F12', 'caution', 'dcf.look'],
    ['F13', 'bad', 0, 'greater'],
    ['B53:B64', 'missing'],
    ['B69:F73', 'missing'],
  ],
  widths: [38, 19, 20, 22, 16, 16, 24],
  page: {
    chart: {
      title: 'dcf.chart',
      over: 'D52:G65',
      categories: 'B38:F38',
      series: [
        { name: 'dcf.freeCashFlow', values: 'B47:F47' },
        { name: 'dcf.presentValue', values: 'B50:F50' },
      ],
      format: '#,##0',
    },
    print: { area: 'A1:G73', orientation: 'portrait', titleRows: '1:1' },
    frozenRows: 4,
  },
});
