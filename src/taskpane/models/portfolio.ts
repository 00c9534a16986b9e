import { failing, isListWhole, onceComplete, onlyIf, orNoData, plotted } from './formulas';
import { above, currencyCode } from './rules';
import { plannedModel } from './sheet-draft';

const QUANTITY = '#,##0.00##;-#,##0.00##';
/** Coins far below one unit of a currency keep their digits. */
const PRICE = '[<1]0.00000000;#,##0.0000';
const AMOUNT = '#,##0;-#,##0';
const SHARE = '0.0%;-0.0%';
/** A rate from this many units has all the digits that the service knows. */
const UNITS = 1_000_000;

const totalOf = (text: string): string => `=${onceComplete(`IF(COUNT({I})=0,{noData},${text})`)}`;
/** Of long and short positions alike. */
const gross = (letter: string, condition = ''): string =>
  `(SUMIFS({${letter}},{${letter}},">0"${condition})-SUMIFS({${letter}},{${letter}},"<0"${condition}))`;
const unlessNegative = (text: string): string => `IF($C#<0,{noData},${text})`;
const stampOf = (pair: string): string => `MD.QUOTE(${pair},"timestamp","currencies")`;

/** By cost, because a position without a price has no value. Without a rate its cost is not known either. */
const pricedShare = orNoData(onlyIf(isListWhole('H'), `${gross('H', ',{I},"<>"&{noData}')}/${gross('H')}`));
const freshShare = onlyIf(
  'AND(ISNUMBER($B$7),$C$6="")',
  `${gross('I', ',{M},{portfolio.fresh}')}/${gross('I', ',{M},"<>"&{portfolio.byHand}')}`,
);
/** A selection that was refreshed later has quotes that are newer than the clock. */
const asOf = '=IFERROR(MAX(MD.STATUS("XNYS","local_time",FALSE,"utc"),MAXIFS({F},{F},">0")),{noData})';
const rate = `=IF($Q#="","",IF($C$5<>"",{noData},IF(EXACT($Q#,$B$5),1,MD.CONVERT(${UNITS},$Q#,$B$5)/${UNITS})))`;
const rateTime =
  '=IF(OR($Q#="",EXACT($Q#,$B$5)),"",' +
  `IFERROR(${stampOf('UPPER($Q#)&$B$5')},${orNoData(stampOf('$B$5&UPPER($Q#)'))}))`;
const freshOrOld = onlyIf('AND(ISNUMBER(L#),$C$6="")', 'IF(L#<=$B$6,{portfolio.fresh},{portfolio.old})');
/** UNIQUE takes pence for pounds. */
const newCurrency = '=IFERROR(IF($D#="","",IF(SUMPRODUCT(EXACT($D$12:$D#,$D#)*1)=1,$D#,"")),"")';

/**
 * Positions of any kind in one currency: value, gain and weight, how much of the cost is priced at all, and how much of
 * the value has a price younger than a chosen age.
 */
export const portfolio = plannedModel({
  id: 'portfolio',
  names: {
    currency: 'IF(ISTEXT($B$5),$B$5,"?")',
    hasOwnPrice: 'ISNUMBER($O#)',
    /** Of the largest amount, long or short. */
    largest: 'IF(MAX({I})>=-MIN({I}),MAX({I}),MIN({I}))',
  },
  missing: failing('ISNUMBER({J})'),
  asking: ['E12', '$R$12:$R$31'],
  thenAsking: ['B7'],
  // Cash in row 23 has a price of its own. More currencies than 20 have no rate, and their positions count as missing.
  rows: `
A4 | ={portfolio.valueIn} | * =$G$5 as ${AMOUNT}
A5 | fx.reportingCurrency | [USD] as right | ? ${currencyCode}
   | portfolio.hoursOld | [24] as 0.0 | ? ${above(0)}
   | portfolio.asOf | ${asOf} as time
E5 | ={portfolio.valueIn} | | * ${totalOf('SUM({I})')} as ${AMOUNT}
   | ={portfolio.costIn} | | ${totalOf('SUM({H})')} as ${AMOUNT}
   | ={fx.gainIn} | | * ${totalOf('SUM({J})')} as ${AMOUNT}
   | portfolio.gainShare | | ${totalOf(`SUM({J})/${gross('H')}`)} as ${SHARE}
   | ~ portfolio.weightsOf
I5 | portfolio.pricedShare | | * =${pricedShare} as ${SHARE}
   | portfolio.freshShare | | * ${totalOf(freshShare)} as ${SHARE}
   | fx.oldest | | ${totalOf('MINIFS({F},{F},">0")')} as time
   | portfolio.largest | | ${totalOf('INDEX({A},MATCH({largest},{I},0))')}
E12 | =MD.QUOTE({P},"mid,timestamp","stocks",10) as ${PRICE}
O23 | [1] as ${PRICE}
Q12:31 | as words | ${rate} as ${PRICE} | ${rateTime} as time
Q12 | =IFERROR(FILTER({T},{T}<>""),"") as words`,
  of: {
    first: 12,
    /** Each with its quantity, its cost per unit, and the currency of its price. */
    entries: [
      ['stocks:AAPL', 400, 182.5, 'USD'],
      ['stocks:MSFT', 150, 390, 'USD'],
      ['stocks:KO', 900, 58.2, 'USD'],
      ['stocks:XOM', 350, 104, 'USD'],
      ['stocks:BA', 200, 215, 'USD'],
      ['stocks:SAP', 250, 160, 'EUR'],
      ['crypto:BTCUSD', 0.75, 52_000, 'USD'],
      ['commodities:XAUUSD', 40, 2_180, 'USD'],
      ['commodities:BRENT', 800, 78.5, 'USD'],
      ['currencies:EURUSD', 100_000, 1.08, 'USD'],
      ['currencies:USDJPY', -60_000, 151.2, 'JPY'],
      ['portfolio.cash', 25_000, 1, 'USD'],
    ],
    // Pence are not pounds: EXACT tells GBp from GBP. Positions with their own price send no request.
    columns: `
22 | fx.position | []
19 | portfolio.quantity | [] as ${QUANTITY}
11 | portfolio.cost | [] as ${PRICE}
9 | portfolio.currency | [] as words
12 | portfolio.price | as ${PRICE}
19 | common.quotedUtc | as time
13 | portfolio.rate | each: XLOOKUP(TRUE,EXACT($D#,$Q$12:$Q$31),$R$12:$R$31)+0 as ${PRICE}
16 | ={portfolio.costIn} | each BCG: ${unlessNegative('B#*C#*G#')} as ${AMOUNT}
16 | ={portfolio.valueIn} | each BG: B#*IF({hasOwnPrice},$O#,E#)*G# as ${AMOUNT}
16 | ={fx.gainIn} | each HI: I#-H# as ${AMOUNT}
20 | portfolio.weight | each I: ${onceComplete(onlyIf('$G$5>0', 'I#/$G$5'))} as ${SHARE}
12 | portfolio.age | each: IF({hasOwnPrice},"",IF(COUNT($B$7,F#)=2,MAX(0,($B$7-F#)*24),{noData})) as #,##0.0
12 | portfolio.priceIs | each: IF({hasOwnPrice},{portfolio.byHand},${freshOrOld}) as words
10 | common.plotted | =${plotted('K')} as ${SHARE}
12 | portfolio.ownPrice | [] as ${PRICE}
18 | portfolio.askedFor | =IF(OR($A#="",{hasOwnPrice}),"",$A#) as words
10 | portfolio.currency | as words
14 | portfolio.rate | as right
20 | common.quotedUtc | as right
14 | portfolio.newCurrency | ${newCurrency} as words`,
    chart: { title: 'portfolio.weight', until: 'I', format: '0%' },
    plotted: ['portfolio.weight', 'N'],
    print: 'T',
  },
  marks: [
    ['HIJKLM', 'missing'],
    ['M', 'caution', 'portfolio.old'],
    ['G5:G8', 'missing'],
    ['K5:K8', 'missing'],
  ],
});
