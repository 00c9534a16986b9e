import { DATE_FORMAT } from '../../core/calendar/dates';
import type { NewCell } from '../../app/host';
import type { Model } from './model';
import {
  figure,
  formula,
  heading,
  input,
  label,
  listRows,
  note,
  numberHeading,
  plotted,
  sentence,
  SheetDraft,
  stringLiteral,
  total,
  wordFormula,
  wordHeading,
} from './sheet-draft';
import { above, advice, between, dateRule, inputOfRow, putFirstRows, type Rule } from './checks';

/** Each with the exchange whose trading days it should have. */
const INDICES: readonly (readonly [symbol: string, mic: string])[] = [
  ['SPX', 'XNYS'],
  ['DAX', 'XETR'],
  ['UKX', 'XLON'],
];
const LIST = listRows(14);
const { first: FIRST, column, failing } = LIST;
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
/** The days across, above each index's closes. Those of UTC, as far as a session may begin the evening before. */
const [GRID, DATES, OTHER] = ['P', `$P$${FIRST - 1}#`, `$P$${FIRST - 2}#`];
const EVENING = 'TIME(4,0,0)';

/**
 * Daily closes of indices, and what follows from them: return, volatility, drawdown, moving averages, the change since
 * the previous close, and the correlation with one of them.
 */
export const indexReport: Model = {
  id: 'index',
  create(dates, texts) {
    const { index, common } = texts;
    const noData = stringLiteral(common.noData);
    const closesOf = (row: number | string): string => `$${GRID}${row}#`;
    /** Blank beside a blank index. */
    const from = (row: number, condition: string, text: string, format: string) =>
      formula(`=IFERROR(IF($A${row}="","",IF(${condition},${text},${noData})),${noData})`, format);
    /** An expression over an index's closes without the days on which it has none. */
    const ofCloses = (row: number, text: string): string =>
      `LET(closes,FILTER(${closesOf(row)},ISNUMBER(${closesOf(row)})),${text})`;
    /** A closing that is missing makes two days' change look like one day's: nothing follows from what is left. */
    const fromAll = (row: number, text: string, format: string, adviceAt = '""') =>
      from(row, `AND($N${row}=0,${adviceAt}="")`, ofCloses(row, text), format);
    const average = (row: number, days: string, adviceAt: string) =>
      fromAll(row, `IF(COLUMNS(closes)<${days},${noData},AVERAGE(TAKE(closes,,-${days})))`, LEVEL, adviceAt);
    /** Of the changes between days on which both have closed. */
    const correlation = (row: number) =>
      from(
        row,
        `AND($N${row}=0,XLOOKUP($B$10,${absolute('A')},${absolute('N')})=0)`,
        `LET(both,ISNUMBER(${closesOf(row)})*ISNUMBER(${OTHER}),one,FILTER(${closesOf(row)},both),two,FILTER(${OTHER},both),CORREL(DROP(one,,1)/DROP(one,,-1)-1,DROP(two,,1)/DROP(two,,-1)-1))`,
        '0.00',
      );
    /** An expression: an index's closes under their days, with blanks between them. */
    const closesOn = (symbol: string): string =>
      `LET(bars,MD.TICKS(${symbol},$B$5,$B$6,${MOST_CLOSES},"time,close",FALSE,"session"),XLOOKUP(${DATES},INT(INDEX(bars,,1)+${EVENING}),INDEX(bars,,2),""))`;
    const isListed: Rule = {
      condition: `OR(${LIST.count}=0,COUNTIF(${column('A')},B10)>0)`,
      advice: sentence(common.enterOneOf, { choices: `TEXTJOIN(", ",TRUE,IFERROR(${column('A')},""))` }),
    };
    const onceComplete = (letter: string, text: string): string => `=IF(${LIST.isWhole(letter)},${text},${noData})`;
    const [deepest, wildest] = [`MIN(${column('I')})`, `MAX(${column('H')})`];
    const indexWith = (letter: string, value: string) =>
      formula(onceComplete(letter, `INDEX(${column('A')},MATCH(${value},${column(letter)},0))`));

    const sheet = putFirstRows(new SheetDraft(index.sheet), texts, index, {
      missingCount: failing(...['E', 'H', 'J', 'K', 'L'].map((letter) => `ISNUMBER(${column(letter)})`)),
      of: LIST,
      inputs: [5, 6, 7, 8, 9, 10].map(inputOfRow),
      asking: [`${GRID}${FIRST}:${GRID}${LIST.last}`, column('M')],
      result: [label(index.deepest), total('=$G$5', SHARE)],
    })
      .put('A5', [
        [label(index.from), input(dates.today - WEEKS * 7, DATE_FORMAT), advice(dateRule('B5', common))],
        [
          label(index.before),
          input(dates.today, DATE_FORMAT),
          advice(dateRule('B6', common, { from: { label: '$A$5', cell: 'B5' } })),
        ],
        [label(index.shortAverage), input(SHORT_AVERAGE, '0'), advice(between('B7', DAYS, common))],
        [label(index.longAverage), input(LONG_AVERAGE, '0'), advice(between('B8', DAYS, common))],
        [label(index.daysPerYear), input(DAYS_PER_YEAR, '0'), advice(above('B9', 0, common))],
        [label(index.comparedWith), { ...input(INDICES[0]![0]), align: 'right' }, advice(isListed)],
        [note(index.volatilityNote)],
        [note(index.daysNote)],
      ])
      .put('E5', [
        [...figure(label(index.deepest), total(onceComplete('I', deepest), SHARE)), indexWith('I', deepest)],
        [...figure(label(index.wildest), formula(onceComplete('H', wildest), '0.0%')), indexWith('H', wildest)],
        figure(
          label(index.requests),
          formula(`=IF($C$5&$C$6="",${LIST.count}*NETWORKDAYS($B$5,$B$6-1),${noData})`, '#,##0'),
        ),
      ])
      .columns('A', LIST, [
        [24, heading(index.index), (row) => input(INDICES[row - FIRST]?.[0])],
        [10, wordHeading(index.exchange), (row) => ({ ...input(INDICES[row - FIRST]?.[1]), align: 'center' })],
        [12, numberHeading(index.close), (row) => from(row, 'TRUE', ofCloses(row, 'TAKE(closes,,-1)'), LEVEL)],
        [
          11,
          numberHeading(index.closedOn),
          (row) => from(row, `COUNT(${closesOf(row)})>0`, `MAX(ISNUMBER(${closesOf(row)})*${DATES})`, DATE_FORMAT),
        ],
        [
          11,
          numberHeading(index.change),
          (row) => fromAll(row, 'TAKE(closes,,-1)-INDEX(closes,COLUMNS(closes)-1)', '+#,##0.00;-#,##0.00;0.00'),
        ],
        [
          11,
          numberHeading(index.changeShare),
          (row) => fromAll(row, 'TAKE(closes,,-1)/INDEX(closes,COLUMNS(closes)-1)-1', SHARE),
        ],
        [11, numberHeading(index.return), (row) => fromAll(row, 'TAKE(closes,,-1)/TAKE(closes,,1)-1', SHARE)],
        [
          13,
          numberHeading(index.volatility),
          (row) => fromAll(row, 'STDEV.S(LN(DROP(closes,,1)/DROP(closes,,-1)))*SQRT($B$9)', '0.0%', '$C$9'),
        ],
        [
          11,
          numberHeading(index.drawdown),
          (row) => fromAll(row, 'MIN(closes/SCAN(0,closes,LAMBDA(high,close,MAX(high,close)))-1)', SHARE),
        ],
        [13, headed(index.averageOf, '$B$7'), (row) => average(row, '$B$7', '$C$7')],
        [13, headed(index.averageOf, '$B$8'), (row) => average(row, '$B$8', '$C$8')],
        [14, headed(index.correlation, '$B$10'), correlation],
        [
          12,
          numberHeading(index.tradingDays),
          (row) => from(row, '$C$5&$C$6=""', `MD.NETWORKDAYS($B$5,$B$6-1,$B${row})`, '0'),
        ],
        [
          12,
          numberHeading(index.missingDays),
          (row) => from(row, `ISNUMBER($C${row})`, `$M${row}-COUNT(${closesOf(row)})`, '0'),
        ],
        [12, numberHeading(common.plotted), (row) => plotted(`G${row}`, SHARE)],
        [12, undefined, (row) => formula(`=IF($A${row}="","",${closesOn(`$A${row}`)})`, LEVEL)],
        ...Array.from({ length: FORMATTED_DAYS - 1 }, () => [12, undefined, () => ({ format: LEVEL })] as const),
      ])
      .put(`O${FIRST - 2}`, [
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
      ])
      .frame(LIST, {
        chart: { title: index.chart, until: 'I', format: '0%' },
        series: [[index.return, 'O']],
        print: 'O',
      })
      .build();
    return { ...sheet, closesRead: INDICES.length * (WEEKS * 5 - MOST_HOLIDAYS) };
  },
};

/** The heading of a column of numbers that names the value of an input. */
const headed = (text: string, at: string): NewCell => ({
  formula: `=${sentence(text, { input: `IFERROR(${at},"?")` })}`,
  style: 'heading',
  align: 'right',
});

const absolute = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${LIST.last}`;
