import { failing, haveNumbers, onceComplete, plotted } from './formulas';
import { currencyCode, percentBetween } from './rules';
import { plannedModel } from './sheet-draft';

/** Yen and forints with three decimals, the others with five, as the market quotes them. */
const RATE = '[>=20]#,##0.000;0.00000';
const AMOUNT = '#,##0;-#,##0';
const MOVE = '+0.0%;-0.0%';

/** Blank beside a blank position too: a pair may be watched without one. */
const ofPosition = (letters: string, text: string): string =>
  `=IFERROR(IF(OR($A#="",ISBLANK($B#)),"",${haveNumbers(letters, text)}),{noData}) as ${AMOUNT}`;
/**
 * Converts an amount from the quote currency to the reporting currency; rates are units of the quote currency per unit
 * of the reporting currency.
 */
const reported = (amount: string): string => `IF($L#=$B$5,${amount},IF(ISNUMBER($N#),${amount}/$N#,{noData}))`;
const onceAny = (letter: string, text: string): string => `IF(COUNT({${letter}})=0,{noData},${text})`;
/** A total of the pairs with a position; the others are named below. */
const totalOf = (letter: string, text: string): string => onceComplete(onceAny(letter, text));

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
  // A spread has few digits of its prices: with five decimals it may be a third too wide.
  rows: `
A4 | ={fx.gainIn} | * =$G$5 as ${AMOUNT}
A5 | fx.reportingCurrency | [USD] as right | ? ${currencyCode}
   | fx.referencesOf | [2024-12-31] as date
   | fx.lookBeyond | [0.05] as 0.0% | ? ${percentBetween(0, 1)}
E5 | ={fx.gainIn} | | * =${totalOf('P', 'SUM({P})')} as ${AMOUNT}
   | ={fx.netNotionalIn} | | * =${totalOf('O', 'SUM({O})')} as ${AMOUNT}
   | ={fx.grossNotionalIn} | | =${totalOf('O', 'SUMIF({O},">0")-SUMIF({O},"<0")')} as ${AMOUNT}
   | fx.movesBeyond | | =IF(OR({missing}>0,$C$7<>""),{noData},COUNTIF({J},{fx.look})) as 0
   | ~ =IF({pairs}="","",{fx.withoutPosition})
I5 | fx.widest | | =${onceAny('H', 'INDEX({A},MATCH(MAX({H}),{H},0))')}
   | fx.newest | | =${onceAny('G', 'MAXIFS({G},{G},">0")')} as time
   | fx.oldest | | =${onceAny('G', 'MINIFS({G},{G},">0")')} as time
D12 | =MD.QUOTE({A},"bid,ask,mid,timestamp","currencies",10) as ${RATE}
N12 | =MD.QUOTE({M},"mid","currencies",10) as ${RATE}`,
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
    // What is held in the reporting currency is worth exactly that; the rates there and back are rounded.
    columns: `
24 | fx.pair | []
13 | fx.position | [] as ${AMOUNT}
11 | fx.reference | [] as ${RATE}
11 | common.bid | as ${RATE}
11 | common.ask | as ${RATE}
11 | common.mid | as ${RATE}
19 | common.quotedUtc | as time
12 | fx.spread | each DEF: (E#-D#)/F#*10000 as 0.0
11 | fx.move | each CF: IF(C#>0,F#/C#-1,{noData}) as ${MOVE}
11 | fx.lookAt | each I: IF($C$7<>"",{noData},IF(ABS(I#)>$B$7,{fx.look},"")) as words
20 | fx.gain | ${ofPosition('BCF', 'IF(C#>0,B#*(F#-C#),{noData})')}
11 | fx.quoteCurrency | =IFERROR(IF($A#="","",RIGHT($A#,3)),"") as words
16 | fx.convertedBy | =IF($C$5<>"","",IF(OR(L#="",L#=$B$5),"",$B$5&L#)) as words
12 | fx.rate | as ${RATE}
16 | ={fx.notionalIn} | ${ofPosition('BF', `IF(LEFT($A#,3)=$B$5,B#,${reported('B#*F#')})`)}
16 | ={fx.gainIn} | ${ofPosition('K', reported('K#'))}
10 | common.plotted | =${plotted('I')} as ${MOVE}
12 | fx.leftOut | =IFERROR(IF(OR($A#="",ISNUMBER(B#)),"",$A#),"") as words`,
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
