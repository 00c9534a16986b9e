import { DATE_FORMAT } from '../../core/calendar/dates';
import { above, anyDate, between, dateFrom } from './checks';
import {
  besideEntry,
  centered,
  failing,
  figure,
  formula,
  formulaHeading,
  input,
  inputRow,
  label,
  note,
  onceWhole,
  onlyIf,
  plotted,
  total,
  wordFormula,
  wordRow,
  type Rule,
} from './draft-cells';
import type { TextKey } from './model';
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
const [SHORT_AVERAGE, LONG_AVERAGE] = [20, 50];
/** The bounds for the length of an average. */
const DAYS = [2, 250] as const;
/** The usual number of trading days in a year, by which daily volatility is made annual. */
const DAYS_PER_YEAR = 252;
/** More than MD.TICKS gives unless told. */
const MOST_CLOSES = 10_000;
/** A longer period has days without a format. */
const FORMATTED_DAYS = 130;
const LEVEL = '#,##0.00';
const SHARE = '+0.00%;-0.00%;0.00%';
/** A session may begin the evening before its day. */
const EVENING = 'TIME(4,0,0)';

/** A closing that is missing makes two days' change look like one day's: nothing follows from what is left. */
const fromAll = (text: string, format: string, adviceAt = '""') =>
  besideEntry(onlyIf(`AND($N#=0,${adviceAt}="")`, ofCloses(text)), format);
/** An expression over an index's closes without the days on which it has none. */
const ofCloses = (text: string): string => `LET(closes,FILTER({closes},ISNUMBER({closes})),${text})`;
const average = (row: number) =>
  fromAll(`IF(COLUMNS(closes)<$B$${row},{noData},AVERAGE(TAKE(closes,,-$B$${row})))`, LEVEL, `$C$${row}`);
/** An expression: an index's closes under their days, with blanks between them. */
const closesOn = (symbol: string): string =>
  `LET(bars,MD.TICKS(${symbol},$B$5,$B$6,${MOST_CLOSES},"time,close",FALSE,"session"),XLOOKUP({days},INT(INDEX(bars,,1)+${EVENING}),INDEX(bars,,2),""))`;
/** Of a column of numbers that depends on an input. */
const headed = (text: TextKey, at: string) => formulaHeading(text, { input: `IFERROR(${at},"?")` });
const indexWith = (letter: string, value: string) =>
  formula(onceWhole(letter, `INDEX({A},MATCH(${value},{${letter}},0))`));
const isListed: Rule = {
  condition: 'OR({count}=0,COUNTIF({A},@)>0)',
  advice: '{common.enterOneOf}',
  names: { choices: 'TEXTJOIN(", ",TRUE,IFERROR({A},""))' },
};

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
  },
  missing: failing('ISNUMBER({E})', 'ISNUMBER({H})', 'ISNUMBER({J})', 'ISNUMBER({K})', 'ISNUMBER({L})'),
  asking: ['{P}'],
  thenAsking: ['{M}'],
  result: [label('index.deepest'), total('=$G$5', SHARE)],
  cells: {
    A5: [
      inputRow('index.from', (dates) => dates.today - WEEKS * 7, DATE_FORMAT, anyDate),
      inputRow('index.before', (dates) => dates.today, DATE_FORMAT, dateFrom(5)),
      inputRow('index.shortAverage', SHORT_AVERAGE, '0', between(DAYS)),
      inputRow('index.longAverage', LONG_AVERAGE, '0', between(DAYS)),
      inputRow('index.daysPerYear', DAYS_PER_YEAR, '0', above(0)),
      wordRow('index.comparedWith', INDICES[0][0], isListed),
      [note('index.volatilityNote')],
      [note('index.daysNote')],
    ],
    E5: [
      [...figure('index.deepest', total(onceWhole('I', 'MIN({I})'), SHARE)), indexWith('I', 'MIN({I})')],
      [...figure('index.wildest', formula(onceWhole('H', 'MAX({H})'), '0.0%')), indexWith('H', 'MAX({H})')],
      figure('index.requests', formula(`=${onlyIf('$C$5&$C$6=""', '{count}*NETWORKDAYS($B$5,$B$6-1)')}`, '#,##0')),
    ],
    O12: [
      [wordFormula('=IF($C$10="",$B$10,"")'), formula(`=IF($C$10="",${closesOn('$B$10')},"")`, LEVEL)],
      [
        undefined,
        ...Array.from({ length: FORMATTED_DAYS }, (_, day) => ({
          style: 'heading' as const,
          align: 'right' as const,
          format: DATE_FORMAT,
          ...(day === 0 && { formula: '=IF($C$5&$C$6="",SEQUENCE(1,MAX(1,$B$6-$B$5),$B$5),"")' }),
        })),
      ],
    ],
  },
  of: {
    first: 14,
    entries: INDICES,
    columns: [
      [24, 'index.index', input()],
      [10, 'index.exchange', centered(input())],
      [12, 'index.close', besideEntry(onlyIf('TRUE', ofCloses('TAKE(closes,,-1)')), LEVEL)],
      [11, 'index.closedOn', besideEntry(onlyIf('COUNT({closes})>0', 'MAX(ISNUMBER({closes})*{days})'), DATE_FORMAT)],
      [11, 'index.change', fromAll('TAKE(closes,,-1)-INDEX(closes,COLUMNS(closes)-1)', '+#,##0.00;-#,##0.00;0.00')],
      [11, 'index.changeShare', fromAll('TAKE(closes,,-1)/INDEX(closes,COLUMNS(closes)-1)-1', SHARE)],
      [11, 'index.return', fromAll('TAKE(closes,,-1)/TAKE(closes,,1)-1', SHARE)],
      [13, 'index.volatility', fromAll('STDEV.S(LN(DROP(closes,,1)/DROP(closes,,-1)))*SQRT($B$9)', '0.0%', '$C$9')],
      [11, 'index.drawdown', fromAll('MIN(closes/SCAN(0,closes,LAMBDA(high,close,MAX(high,close)))-1)', SHARE)],
      [13, headed('index.averageOf', '$B$7'), average(7)],
      [13, headed('index.averageOf', '$B$8'), average(8)],
      // Of the changes between days on which both have closed.
      [
        14,
        headed('index.correlation', '$B$10'),
        besideEntry(
          onlyIf(
            'AND($N#=0,XLOOKUP($B$10,{A},{N})=0)',
            'LET(both,ISNUMBER({closes})*ISNUMBER({other}),one,FILTER({closes},both),two,FILTER({other},both),CORREL(DROP(one,,1)/DROP(one,,-1)-1,DROP(two,,1)/DROP(two,,-1)-1))',
          ),
          '0.00',
        ),
      ],
      [12, 'index.tradingDays', besideEntry(onlyIf('$C$5&$C$6=""', 'MD.NETWORKDAYS($B$5,$B$6-1,$B#)'), '0')],
      [12, 'index.missingDays', besideEntry(onlyIf('ISNUMBER($C#)', '$M#-COUNT({closes})'), '0')],
      [12, 'common.plotted', plotted('G', SHARE)],
      [12, undefined, formula(`=IF($A#="","",${closesOn('$A#')})`, LEVEL)],
      ...Array.from({ length: FORMATTED_DAYS - 1 }, () => [12, undefined, { format: LEVEL }] as const),
    ],
    chart: { title: 'index.chart', until: 'I', format: '0%' },
    plotted: ['index.return', 'O'],
    print: 'O',
  },
  marks: [],
  closesRead: INDICES.length * (WEEKS * 5 - MOST_HOLIDAYS),
});
