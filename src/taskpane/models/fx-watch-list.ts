import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import { currencyCode, percentBetween } from './checks';
import {
  centered,
  failing,
  figure,
  formula,
  fromNumbers,
  haveNumbers,
  input,
  inputRow,
  formulaHeading,
  onceComplete,
  plotted,
  spilled,
  total,
  wordFormula,
  wordRow,
} from './draft-cells';
import { plannedModel } from './sheet-draft';

/** Yen and forints with three decimals, the others with five, as the market quotes them. */
const RATE = '[>=20]#,##0.000;0.00000';
const AMOUNT = '#,##0;-#,##0';

/** Blank beside a blank position too: a pair may be watched without one. */
const ofPosition = (letters: string, text: string) =>
  formula(`=IFERROR(IF(OR($A#="",ISBLANK($B#)),"",${haveNumbers(letters, text)}),{noData})`, AMOUNT);
/**
 * Converts an amount from the quote currency to the reporting currency; rates are units of the quote currency per unit
 * of the reporting currency.
 */
const reported = (amount: string): string => `IF($L#=$B$5,${amount},IF(ISNUMBER($N#),${amount}/$N#,{noData}))`;
/** A total of the pairs with a position; the others are named below. */
const totalOf = (letter: string, text: string): string =>
  `=${onceComplete(`IF(COUNT({${letter}})=0,{noData},${text})`)}`;
const onceAny = (letter: string, text: string): string => `=IF(COUNT({${letter}})=0,{noData},${text})`;

/**
 * Positions in currency pairs: rates, spreads, the move from a reference, and notional and gain in one currency, so
 * that they can be summed.
 */
export const fxWatchList = plannedModel({
  id: 'fx',
  names: { currency: 'IF(ISTEXT($B$5),$B$5,"?")', pairs: 'TEXTJOIN(", ",TRUE,{R})' },
  // A pair without a position lacks no data: it is left out of the totals, which name it.
  missing: failing('ISNUMBER({H})', 'ISNUMBER({I})', '1-ISNUMBER({B})*(1-ISNUMBER({P}))'),
  asking: ['{D}', '{N}'],
  result: [formula('={fx.gainIn}'), total('=$G$5', AMOUNT)],
  cells: {
    A5: [
      wordRow('fx.reportingCurrency', 'USD', currencyCode),
      inputRow('fx.referencesOf', (dates) => dates.of('2024-12-31'), DATE_FORMAT),
      inputRow('fx.lookBeyond', 0.05, '0.0%', percentBetween([0, 1])),
    ],
    E5: [
      figure(formula('={fx.gainIn}'), total(totalOf('P', 'SUM({P})'), AMOUNT)),
      figure(formula('={fx.netNotionalIn}'), total(totalOf('O', 'SUM({O})'), AMOUNT)),
      figure(formula('={fx.grossNotionalIn}'), formula(totalOf('O', 'SUMIF({O},">0")-SUMIF({O},"<0")'), AMOUNT)),
      figure('fx.movesBeyond', formula('=IF(OR({missing}>0,$C$7<>""),{noData},COUNTIF({J},{fx.look}))', '0')),
      [{ style: 'note', formula: '=IF({pairs}="","",{fx.withoutPosition})' }],
    ],
    I5: [
      figure('fx.widest', formula(onceAny('H', 'INDEX({A},MATCH(MAX({H}),{H},0))'))),
      figure('fx.newest', formula(onceAny('G', 'MAXIFS({G},{G},">0")'), TIME_FORMAT)),
      figure('fx.oldest', formula(onceAny('G', 'MINIFS({G},{G},">0")'), TIME_FORMAT)),
    ],
    // A spread has few digits of its prices: with five decimals it may be a third too wide.
    D12: [[formula('=MD.QUOTE({A},"bid,ask,mid,timestamp","currencies",10)', RATE)]],
    N12: [[formula('=MD.QUOTE({M},"mid","currencies",10)', RATE)]],
  },
  of: {
    first: 12,
    /** Each with a position in its base currency, and the rate at the end of 2024 as the reference for its move. */
    entries: [
      ['EURUSD', 5_000_000, 1.0354],
      ['GBPUSD', -2_000_000, 1.2516],
      ['AUDUSD', 1_500_000, 0.6188],
      ['NZDUSD', 1_000_000, 0.5594],
      ['USDJPY', -3_000_000, 157.2],
      ['USDCHF', 2_000_000, 0.9074],
      ['USDCAD', -1_500_000, 1.4383],
      ['USDSEK', 1_000_000, 11.065],
      ['USDNOK', 1_000_000, 11.388],
      ['EURGBP', 2_500_000, 0.8273],
      ['EURJPY', -1_000_000, 162.77],
      ['EURCHF', 1_000_000, 0.9397],
    ],
    columns: [
      [24, 'fx.pair', input()],
      [13, 'fx.position', input(undefined, AMOUNT)],
      [11, 'fx.reference', input(undefined, RATE)],
      [11, 'common.bid', spilled(RATE)],
      [11, 'common.ask', spilled(RATE)],
      [11, 'common.mid', spilled(RATE)],
      [19, 'common.quotedUtc', spilled(TIME_FORMAT)],
      [12, 'fx.spread', fromNumbers('DEF', '(E#-D#)/F#*10000', '0.0')],
      [11, 'fx.move', fromNumbers('CF', 'IF(C#>0,F#/C#-1,{noData})', '+0.0%;-0.0%')],
      [11, 'fx.lookAt', centered(fromNumbers('I', 'IF($C$7<>"",{noData},IF(ABS(I#)>$B$7,{fx.look},""))'))],
      [20, 'fx.gain', ofPosition('BCF', 'IF(C#>0,B#*(F#-C#),{noData})')],
      [11, 'fx.quoteCurrency', wordFormula('=IFERROR(IF($A#="","",RIGHT($A#,3)),"")')],
      [16, 'fx.convertedBy', wordFormula('=IF($C$5<>"","",IF(OR(L#="",L#=$B$5),"",$B$5&L#))')],
      [12, 'fx.rate', spilled(RATE)],
      // What is held in the reporting currency is worth exactly that; the rates there and back are rounded.
      [16, formulaHeading('fx.notionalIn'), ofPosition('BF', `IF(LEFT($A#,3)=$B$5,B#,${reported('B#*F#')})`)],
      [16, formulaHeading('fx.gainIn'), ofPosition('K', reported('K#'))],
      [10, 'common.plotted', plotted('I', '+0.0%;-0.0%')],
      [12, 'fx.leftOut', wordFormula('=IFERROR(IF(OR($A#="",ISNUMBER(B#)),"",$A#),"")')],
    ],
    chart: { title: 'fx.chart', until: 'K', format: '0%' },
    plotted: ['fx.move', 'Q'],
    print: 'R',
  },
  marks: [
    ['HIJKOP', 'missing'],
    ['J', 'caution', 'fx.look'],
    ['G5:G8', 'missing'],
  ],
});
