import { DATE_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  figure,
  formula,
  gap,
  heading,
  input,
  label,
  numberHeading,
  plotted,
  SheetDraft,
  spilled,
  total,
  wordFormula,
  wordHeading,
  stringLiteral,
  listRows,
} from './sheet-draft';
import { advice, dateRule, inputOfRow, putFirstRows } from './checks';

const MARKETS = ['XNYS', 'XLON', 'XETR', 'XTKS', 'XHKG'];
const LIST = listRows(12);
const { first: FIRST, column, failing } = LIST;
/** Above the list, which may become longer. */
const TOGETHER = FIRST - 2;
const DAYS_SHOWN = 13;
/** Table rows that are formatted in advance. */
const SPILL_ROWS = 120;
/** Table rows that are looked at. Two years of all its markets have fewer. */
const CHECKED_ROWS = 10_000;
const CLOCK = 'hh:mm';
const DAY = 'ddd yyyy-mm-dd';
const DAY_AND_CLOCK = 'ddd hh:mm';

/** An expression: whether a market's rows in a table on the right, which has dates beside the markets, have dates. */
function hasDates(row: number, letter: string): string {
  const [names, days] = [letter, String.fromCharCode(letter.charCodeAt(0) + 1)].map(
    (one) => `$${one}$${FIRST}:$${one}$${FIRST + CHECKED_ROWS - 1}`,
  );
  return `COUNTIF(${names},$A${row})=COUNTIFS(${names},$A${row},${days},">0")`;
}

/** A tick where the values are TRUE; the service sends none for a market that stays closed all day. */
const ticked = (values: string) => wordFormula(`=IF(${values}=TRUE,"✓","")`);

/**
 * Which exchanges are open, when they open next, when a trade settles on each and on all of them, and the coming
 * sessions and holidays.
 */
export const tradingCalendar: Model = {
  id: 'calendar',
  create(dates, texts) {
    const { calendar, common } = texts;
    const noData = stringLiteral(common.noData);
    /** Blank beside a blank market; a failed calculation gives no date. */
    const from = (row: number, condition: string, text: string, format: string) =>
      formula(`=IFERROR(IF($A${row}="","",IF(${condition},IFERROR(${text},${noData}),${noData})),${noData})`, format);
    const inputs = [5, 6, 7].map(inputOfRow);
    const tradeDate = { label: '$A$5', cell: 'B5' };
    const markets = column('A');
    const onceComplete = (text: string): string => `=IF(${LIST.isWhole('J')},${text},${noData})`;

    const sheet = putFirstRows(new SheetDraft(calendar.sheet), texts, calendar, {
      missingCount: failing(`ISNUMBER(${column('J')})`, `${column('L')}="✓"`),
      of: LIST,
      inputs,
      asking: [`B${FIRST}`, column('F'), column('G'), column('H'), column('J'), `M${FIRST}`, `S${FIRST}`],
      result: [label(calendar.settledEverywhere), total('=$H$6', DATE_FORMAT)],
    })
      .put('A5', [
        [label(calendar.tradeDate), input(dates.today, DATE_FORMAT), advice(dateRule('B5', common))],
        [
          label(calendar.countUntil),
          input(dates.yearEnd, DATE_FORMAT),
          advice(dateRule('B6', common, { from: tradeDate })),
        ],
        [
          label(calendar.showUntil),
          input(dates.today + DAYS_SHOWN, DATE_FORMAT),
          advice(dateRule('B7', common, { from: tradeDate })),
        ],
      ])
      .put('F5', [
        figure(
          label(calendar.openNow),
          total(
            onceComplete(
              `IF(COUNTIF(${column('B')},"Open")+COUNTIF(${column('B')},"Closed")<COUNTA(${markets}),${noData},COUNTIF(${column('B')},"Open"))`,
            ),
            '0',
          ),
        ),
        figure(label(calendar.settledEverywhere), total(onceComplete(`MAX(${column('H')})`), DATE_FORMAT)),
      ])
      .columns('A', LIST, [
        [24, heading(calendar.market), (row) => input(MARKETS[row - FIRST])],
        [12, wordHeading(calendar.status), () => spilled('words')],
        [12, numberHeading(calendar.localTime), () => spilled(DAY_AND_CLOCK)],
        [10, numberHeading(calendar.opens), () => spilled(CLOCK)],
        [10, numberHeading(calendar.closes), () => spilled(CLOCK)],
        [
          12,
          numberHeading(calendar.nextOpen),
          (row) =>
            from(
              row,
              `ISNUMBER(C${row})`,
              `IF(AND(ISNUMBER(D${row}),N(C${row})<N(D${row})),D${row},INDEX(MD.HOURS(A${row},INT(C${row})+1,INT(C${row})+14,"open_time",FALSE),1))`,
              DAY_AND_CLOCK,
            ),
        ],
        [
          11,
          numberHeading(calendar.cycle),
          // The market's settlement cycle: trading days from the first one on or after the trade date to settlement.
          (row) =>
            from(row, `ISNUMBER(H${row})`, `MD.NETWORKDAYS(MD.WORKDAY($B$5-1,1,A${row}),H${row},A${row})-1`, '"T+"0'),
        ],
        [12, numberHeading(calendar.settles), (row) => from(row, '$C$5=""', `MD.SETTLE($B$5,A${row})`, DATE_FORMAT)],
        [
          14,
          numberHeading(calendar.daysLater),
          (row) => from(row, `AND(ISNUMBER(H${row}),$C$5="")`, `H${row}-$B$5`, '0'),
        ],
        [
          20,
          numberHeading(calendar.daysLeft),
          (row) =>
            from(
              row,
              `AND(ISTEXT(B${row}),COUNT(F${row},G${row},H${row})=3,$C$5&$C$6="")`,
              `MD.NETWORKDAYS($B$5,$B$6,A${row})`,
              '0',
            ),
        ],
        [12, numberHeading(common.plotted), (row) => plotted(`J${row}`, '0')],
        [
          10,
          wordHeading(calendar.sessions),
          (row) =>
            wordFormula(
              `=IFERROR(IF($A${row}="","",IF(AND(${hasDates(row, 'M')},${hasDates(row, 'S')}),"✓",${noData})),${noData})`,
            ),
        ],
        [10, heading(calendar.market)],
        [16, numberHeading(calendar.date)],
        [10, numberHeading(calendar.opens)],
        [10, numberHeading(calendar.closes)],
        [10, wordHeading(calendar.halfDay)],
        [3],
        [10, heading(calendar.market)],
        [16, numberHeading(calendar.date)],
        [10, wordHeading(calendar.halfDay)],
        [32, heading(calendar.holiday)],
      ])
      .put(`B${FIRST}`, [[wordFormula(`=MD.STATUS(${markets},"status,local_time,open_time,close_time",FALSE)`)]])
      .put(`A${TOGETHER}`, [
        [
          label(calendar.together),
          ...gap(5),
          total(onceComplete(`MAX(${column('G')})`), '"T+"0'),
          total(onceComplete(`MD.WORKDAY(MD.WORKDAY($B$5-1,1,${markets}),G${TOGETHER},${markets})`), DATE_FORMAT),
          total(onceComplete(`H${TOGETHER}-$B$5`), '0'),
          total(onceComplete(`MD.NETWORKDAYS($B$5,$B$6,${markets})`), '0'),
        ],
      ])
      .put(`M${FIRST - 2}`, [[label(calendar.sessions), ...gap(5), label(calendar.holidays)]])
      .put(
        `M${FIRST}`,
        Array.from({ length: SPILL_ROWS }, () => [
          ...filledBySpill(undefined, DAY, CLOCK, CLOCK, 'words'),
          ...gap(2),
          ...filledBySpill(DAY, 'words'),
        ]),
      )
      .put(`M${FIRST}`, [
        [
          formula(`=MD.HOURS(${markets},B5,B7,"mic,date,open_time,close_time",FALSE)`),
          ...gap(3),
          ticked(`MD.HOURS(${markets},B5,B7,"is_early_close",FALSE)`),
        ],
      ])
      .put(`S${FIRST}`, [
        [
          formula(`=MD.HOLIDAYS(${markets},B5,,"mic,date",FALSE)`),
          undefined,
          ticked(`MD.HOLIDAYS(${markets},B5,,"is_early_close",FALSE)`),
          formula(`=MD.HOLIDAYS(${markets},B5,,"holiday_name",FALSE)`),
        ],
      ]);
    for (const letter of ['F', 'G', 'H', 'I', 'J']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight('H5:H6', 'missing', common.noData)
      .highlight(column('B'), 'good', 'Open')
      .highlight(column('B'), 'missing', 'Closed')
      .frame(LIST, {
        chart: { title: calendar.chart, until: 'I', format: '0' },
        series: [[calendar.daysLeft, 'K']],
        print: 'A:V',
      })
      .build();
  },
};
