import { DATE_FORMAT } from '../../core/calendar/dates';
import { anyDate, dateFrom } from './checks';
import {
  besideEntry,
  centered,
  failing,
  figure,
  formula,
  gap,
  input,
  inputRow,
  label,
  onceWhole,
  onlyIf,
  plotted,
  repeated,
  spilled,
  total,
  wordFormula,
} from './draft-cells';
import { plannedModel } from './sheet-draft';

const MARKETS = ['XNYS', 'XLON', 'XETR', 'XTKS', 'XHKG'];
const DAYS_SHOWN = 13;
/** Table rows that are formatted in advance. */
const SPILL_ROWS = 120;
const CLOCK = 'hh:mm';
const DAY = 'ddd yyyy-mm-dd';
const DAY_AND_CLOCK = 'ddd hh:mm';

const whole = (text: string): string => onceWhole('J', text);
/**
 * An expression: whether a market's rows in a table on the right, which has dates beside the markets, have dates. Two
 * years of all its markets have fewer rows than are looked at.
 */
const haveDates = (market: string, date: string): string => {
  const [markets, dates] = [market, date].map((letter) => `$${letter}$12:$${letter}$10011`);
  return `COUNTIF(${markets},$A#)=COUNTIFS(${markets},$A#,${dates},">0")`;
};
/** A tick where the values are TRUE; the service sends none for a market that stays closed all day. */
const ticked = (values: string) => wordFormula(`=IF(${values}=TRUE,"✓","")`);

/**
 * Which exchanges are open, when they open next, when a trade settles on each and on all of them, and the coming
 * sessions and holidays.
 */
export const tradingCalendar = plannedModel({
  id: 'calendar',
  missing: failing('ISNUMBER({J})', '{L}="✓"'),
  asking: ['B12', 'M12', 'S12'],
  thenAsking: ['{F}', '{G}', '{H}', '{J}'],
  result: [label('calendar.settledEverywhere'), total('=$H$6', DATE_FORMAT)],
  cells: {
    A5: [
      inputRow('calendar.tradeDate', (dates) => dates.today, DATE_FORMAT, anyDate),
      inputRow('calendar.countUntil', (dates) => dates.yearEnd, DATE_FORMAT, dateFrom(5)),
      inputRow('calendar.showUntil', (dates) => dates.today + DAYS_SHOWN, DATE_FORMAT, dateFrom(5)),
    ],
    F5: [
      figure(
        'calendar.openNow',
        total(whole('IF(COUNTIF({B},"Open")+COUNTIF({B},"Closed")<COUNTA({A}),{noData},COUNTIF({B},"Open"))'), '0'),
      ),
      figure('calendar.settledEverywhere', total(whole('MAX({H})'), DATE_FORMAT)),
    ],
    // Above the list, which may become longer.
    A10: [
      [
        label('calendar.together'),
        ...gap(5),
        total(whole('MAX({G})'), '"T+"0'),
        total(whole('MD.WORKDAY(MD.WORKDAY($B$5-1,1,{A}),G10,{A})'), DATE_FORMAT),
        total(whole('H10-$B$5'), '0'),
        total(whole('MD.NETWORKDAYS($B$5,$B$6,{A})'), '0'),
      ],
    ],
    B12: [[wordFormula('=MD.STATUS({A},"status,local_time,open_time,close_time",FALSE)')]],
    M10: [[label('calendar.sessions'), ...gap(5), label('calendar.holidays')]],
    M12: repeated(SPILL_ROWS, [
      ...[undefined, DAY, CLOCK, CLOCK, 'words'].map(spilled),
      ...gap(2),
      ...[DAY, 'words'].map(spilled),
    ]),
    $M$12: [
      [
        formula('=MD.HOURS({A},B5,B7,"mic,date,open_time,close_time",FALSE)'),
        ...gap(3),
        ticked('MD.HOURS({A},B5,B7,"is_early_close",FALSE)'),
      ],
    ],
    S12: [
      [
        formula('=MD.HOLIDAYS({A},B5,,"mic,date",FALSE)'),
        undefined,
        ticked('MD.HOLIDAYS({A},B5,,"is_early_close",FALSE)'),
        formula('=MD.HOLIDAYS({A},B5,,"holiday_name",FALSE)'),
      ],
    ],
  },
  of: {
    first: 12,
    entries: MARKETS.map((market) => [market]),
    columns: [
      [24, 'calendar.market', input()],
      [12, 'calendar.status', spilled('words')],
      [12, 'calendar.localTime', spilled(DAY_AND_CLOCK)],
      [10, 'calendar.opens', spilled(CLOCK)],
      [10, 'calendar.closes', spilled(CLOCK)],
      [
        12,
        'calendar.nextOpen',
        besideEntry(
          onlyIf(
            'ISNUMBER(C#)',
            'IF(AND(ISNUMBER(D#),N(C#)<N(D#)),D#,INDEX(MD.HOURS(A#,INT(C#)+1,INT(C#)+14,"open_time",FALSE),1))',
          ),
          DAY_AND_CLOCK,
        ),
      ],
      // The market's settlement cycle: trading days from the first one on or after the trade date to settlement.
      [
        11,
        'calendar.cycle',
        besideEntry(onlyIf('ISNUMBER(H#)', 'MD.NETWORKDAYS(MD.WORKDAY($B$5-1,1,A#),H#,A#)-1'), '"T+"0'),
      ],
      [12, 'calendar.settles', besideEntry(onlyIf('$C$5=""', 'MD.SETTLE($B$5,A#)'), DATE_FORMAT)],
      [14, 'calendar.daysLater', besideEntry(onlyIf('AND(ISNUMBER(H#),$C$5="")', 'H#-$B$5'), '0')],
      [
        20,
        'calendar.daysLeft',
        besideEntry(onlyIf('AND(ISTEXT(B#),COUNT(F#,G#,H#)=3,$C$5&$C$6="")', 'MD.NETWORKDAYS($B$5,$B$6,A#)'), '0'),
      ],
      [12, 'common.plotted', plotted('J', '0')],
      [
        10,
        'calendar.sessions',
        centered(besideEntry(onlyIf(`AND(${haveDates('M', 'N')},${haveDates('S', 'T')})`, '"✓"'))),
      ],
      [10, 'calendar.market'],
      [16, 'calendar.date', spilled(DAY)],
      [10, 'calendar.opens', spilled(CLOCK)],
      [10, 'calendar.closes', spilled(CLOCK)],
      [10, 'calendar.halfDay', spilled('words')],
      [3],
      [10, 'calendar.market'],
      [16, 'calendar.date', spilled(DAY)],
      [10, 'calendar.halfDay', spilled('words')],
      [32, 'calendar.holiday'],
    ],
    chart: { title: 'calendar.chart', until: 'I', format: '0' },
    plotted: ['calendar.daysLeft', 'K'],
    print: 'A:V',
  },
  marks: [
    ['FGHIJ', 'missing'],
    ['H5:H6', 'missing'],
    ['B', 'good', 'Open'],
    ['B', 'missing', 'Closed'],
  ],
});
