import { failing, onceWhole, onlyIf, plotted } from './formulas';
import { above, anyDate, between, dateFrom } from './rules';
import { plannedModel } from './sheet-draft';

/** Each with the exchange whose trading days it should have. */
const INDICES = [
  ['SPX', 'XNYS'],
  ['DAX', 'XETR'],
  ['UKX', 'XLON'],
] as const;
/** Enough for the longer average. */
const WEEKS = 13;
/** A week has five trading days; this many weekdays at most are holidays in any such period. */
const MOST_HOLIDAYS = 5;
/** More than MD.TICKS gives unless told. */
const MOST_CLOSES = 10_000;
/** A longer period has days without a format. */
const FORMATTED_DAYS = 130;
const LEVEL = '#,##0.00';
const SHARE = '+0.00%;-0.00%;0.00%';
/** A session may begin the evening before its day. */
const EVENING = 'TIME(4,0,0)';

/** A closing that is missing makes two days' change look like one day's: nothing follows from what is left. */
const fromAll = (text: string, adviceAt = '""'): string =>
  `each: ${onlyIf(`AND($N#=0,${adviceAt}="")`, ofCloses(text))}`;
/** An expression over an index's closes without the days on which it has none. */
const ofCloses = (text: string): string => `LET(closes,FILTER({closes},ISNUMBER({closes})),${text})`;
const average = (row: number): string =>
  fromAll(`IF(COLUMNS(closes)<$B$${row},{noData},AVERAGE(TAKE(closes,,-$B$${row})))`, `$C$${row}`);
/** An expression: an index's closes under their days, with blanks between them. */
const closesOn = (symbol: string): string =>
  `LET(bars,MD.TICKS(${symbol},$B$5,$B$6,${MOST_CLOSES},"time,close",FALSE,"session"),` +
  `XLOOKUP({days},INT(INDEX(bars,,1)+${EVENING}),INDEX(bars,,2),""))`;
const volatility = fromAll('STDEV.S(LN(DROP(closes,,1)/DROP(closes,,-1)))*SQRT($B$9)', '$C$9');
const drawdown = fromAll('MIN(closes/SCAN(0,closes,LAMBDA(high,close,MAX(high,close)))-1)');
/** Of the changes between days on which both have closed. */
const correlation = onlyIf(
  'AND($N#=0,XLOOKUP($B$10,{A},{N})=0)',
  'LET(both,ISNUMBER({closes})*ISNUMBER({other}),one,FILTER({closes},both),two,FILTER({other},both),' +
    'CORREL(DROP(one,,1)/DROP(one,,-1)-1,DROP(two,,1)/DROP(two,,-1)-1))',
);
const indexWith = (letter: string, value: string): string =>
  `=${onceWhole(letter, `INDEX({A},MATCH(${value},{${letter}},0))`)}`;

/**
 * Daily closes of indices, and what follows from them: return, volatility, drawdown, moving averages, the change since
 * the previous close, and the correlation with one of them.
 */
export const indexReport = plannedModel({
  id: 'index',
  names: {
    closes: '$P##',
    // The days across, above each index's closes, and the closes of the one that they are compared with.
    days: '$P$13#',
    other: '$P$12#',
    choices: 'TEXTJOIN(", ",TRUE,IFERROR({A},""))',
  },
  missing: failing('ISNUMBER({E})', 'ISNUMBER({H})', 'ISNUMBER({J})', 'ISNUMBER({K})', 'ISNUMBER({L})'),
  asking: ['{P}'],
  thenAsking: ['{M}'],
  rows: `
A4 | index.deepest | * =$G$5 as ${SHARE}
A5 | index.from | [today-${WEEKS * 7}] as date | ? ${anyDate}
   | index.before | [today] as date | ? ${dateFrom(5)}
   | index.shortAverage | [20] as 0 | ? ${between(2, 250)}
   | index.longAverage | [50] as 0 | ? ${between(2, 250)}
   | index.daysPerYear | [252] as 0 | ? ${above(0)}
   | index.comparedWith | [SPX] as right | ? OR({count}=0,COUNTIF({A},@)>0) → {common.enterOneOf}
   | ~ index.volatilityNote
   | ~ index.daysNote
E5 | index.deepest | | * =${onceWhole('I', 'MIN({I})')} as ${SHARE} | ${indexWith('I', 'MIN({I})')}
   | index.wildest | | =${onceWhole('H', 'MAX({H})')} as 0.0%       | ${indexWith('H', 'MAX({H})')}
   | index.requests | | =${onlyIf('$C$5&$C$6=""', '{count}*NETWORKDAYS($B$5,$B$6-1)')} as #,##0
O12 | =IF($C$10="",$B$10,"") as words | =IF($C$10="",${closesOn('$B$10')},"") as ${LEVEL}
P13 | # =IF($C$5&$C$6="",SEQUENCE(1,MAX(1,$B$6-$B$5),$B$5),"") as date${' | # as date'.repeat(FORMATTED_DAYS - 1)}`,
  of: {
    first: 14,
    entries: INDICES,
    columns: `
24 | index.index | []
10 | index.exchange | [] as words
12 | index.close | each: ${onlyIf('TRUE', ofCloses('TAKE(closes,,-1)'))} as ${LEVEL}
11 | index.closedOn | each: ${onlyIf('COUNT({closes})>0', 'MAX(ISNUMBER({closes})*{days})')} as date
11 | index.change | ${fromAll('TAKE(closes,,-1)-INDEX(closes,COLUMNS(closes)-1)')} as +#,##0.00;-#,##0.00;0.00
11 | index.changeShare | ${fromAll('TAKE(closes,,-1)/INDEX(closes,COLUMNS(closes)-1)-1')} as ${SHARE}
11 | index.return | ${fromAll('TAKE(closes,,-1)/TAKE(closes,,1)-1')} as ${SHARE}
13 | index.volatility | ${volatility} as 0.0%
11 | index.drawdown | ${drawdown} as ${SHARE}
13 | ={index.averageOf:input=IFERROR($B$7,"?")} | ${average(7)} as ${LEVEL}
13 | ={index.averageOf:input=IFERROR($B$8,"?")} | ${average(8)} as ${LEVEL}
14 | ={index.correlation:input=IFERROR($B$10,"?")} | each: ${correlation} as 0.00
12 | index.tradingDays | each: ${onlyIf('$C$5&$C$6=""', 'MD.NETWORKDAYS($B$5,$B$6-1,$B#)')} as 0
12 | index.missingDays | each: ${onlyIf('ISNUMBER($C#)', '$M#-COUNT({closes})')} as 0
12 | common.plotted | =${plotted('G')} as ${SHARE}
12 | | =IF($A#="","",${closesOn('$A#')}) as ${LEVEL}
${`12 | | as ${LEVEL}\n`.repeat(FORMATTED_DAYS - 1)}`,
    chart: { title: 'index.chart', until: 'I', format: '0%' },
    plotted: ['index.return', 'O'],
    print: 'O',
  },
  marks: [],
  closesRead: INDICES.length * (WEEKS * 5 - MOST_HOLIDAYS),
});
