import { failing, onceWhole, onlyIf, plotted } from './formulas';
import { anyDate, dateFrom } from './rules';
import { plannedModel } from './sheet-draft';

const MARKETS = ['XNYS', 'XLON', 'XETR', 'XTKS', 'XHKG'];
const CLOCK = 'hh:mm';
const DAY = 'ddd yyyy-mm-dd';
const DAY_AND_CLOCK = 'ddd hh:mm';

const whole = (text: string): string => onceWhole('J', text);
const openNow = whole('IF(COUNTIF({B},"Open")+COUNTIF({B},"Closed")<COUNTA({A}),{noData},COUNTIF({B},"Open"))');
const nextOpen = onlyIf(
  'ISNUMBER(C#)',
  'IF(AND(ISNUMBER(D#),N(C#)<N(D#)),D#,INDEX(MD.HOURS(A#,INT(C#)+1,INT(C#)+14,"open_time",FALSE),1))',
);
/** The market's settlement cycle: trading days from the first one on or after the trade date to settlement. */
const cycle = onlyIf('ISNUMBER(H#)', 'MD.NETWORKDAYS(MD.WORKDAY($B$5-1,1,A#),H#,A#)-1');
const daysLeft = onlyIf('AND(ISTEXT(B#),COUNT(F#,G#,H#)=3,$C$5&$C$6="")', 'MD.NETWORKDAYS($B$5,$B$6,A#)');
/**
 * An expression: whether a market's rows in a table on the right, which has dates beside the markets, have dates. Two
 * years of all its markets have fewer rows than are looked at.
 */
const haveDates = (market: string, date: string): string => {
  const [markets, dates] = [market, date].map((letter) => `$${letter}$12:$${letter}$10011`);
  return `COUNTIF(${markets},$A#)=COUNTIFS(${markets},$A#,${dates},">0")`;
};
/** A tick where the values are TRUE; the service sends none for a market that stays closed all day. */
const ticked = (values: string): string => `=IF(${values}=TRUE,"✓","") as words`;

/**
 * Which exchanges are open, when they open next, when a trade settles on each and on all of them, and the coming
 * sessions and holidays.
 */
export const tradingCalendar = plannedModel({
  id: 'calendar',
  missing: failing('ISNUMBER({J})', '{L}="✓"'),
  asking: ['B12', 'M12', 'S12'],
  thenAsking: ['{F}', '{G}', '{H}', '{J}'],
  // What all markets have in common stands above the list, which may become longer. 120 rows of the tables on the right
  // are formatted in advance.
  rows: `
A4 | calendar.settledEverywhere | * =$H$6 as date
A5 | calendar.tradeDate | [today] as date | ? ${anyDate}
   | calendar.countUntil | [yearEnd] as date | ? ${dateFrom(5)}
   | calendar.showUntil | [today+13] as date | ? ${dateFrom(5)}
F5 | calendar.openNow | | * =${openNow} as 0
   | calendar.settledEverywhere | | * =${whole('MAX({H})')} as date
A10 | calendar.together
G10 | * =${whole('MAX({G})')} as "T+"0
H10 | * =${whole('MD.WORKDAY(MD.WORKDAY($B$5-1,1,{A}),G10,{A})')} as date
I10 | * =${whole('H10-$B$5')} as 0 | * =${whole('MD.NETWORKDAYS($B$5,$B$6,{A})')} as 0
B12 | =MD.STATUS({A},"status,local_time,open_time,close_time",FALSE) as words
M10 | calendar.sessions | | | | | | calendar.holidays
M12:131 | | as ${DAY} | as ${CLOCK} | as ${CLOCK} | as words | | | as ${DAY} | as words
M12 | =MD.HOURS({A},B5,B7,"mic,date,open_time,close_time",FALSE)
Q12 | ${ticked('MD.HOURS({A},B5,B7,"is_early_close",FALSE)')}
S12 | =MD.HOLIDAYS({A},B5,,"mic,date",FALSE)
U12 | ${ticked('MD.HOLIDAYS({A},B5,,"is_early_close",FALSE)')} | =MD.HOLIDAYS({A},B5,,"holiday_name",FALSE)`,
  of: {
    first: 12,
    entries: MARKETS.map((market) => [market]),
    columns: `
24 | calendar.market | []
12 | calendar.status | as words
12 | calendar.localTime | as ${DAY_AND_CLOCK}
10 | calendar.opens | as ${CLOCK}
10 | calendar.closes | as ${CLOCK}
12 | calendar.nextOpen | each: ${nextOpen} as ${DAY_AND_CLOCK}
11 | calendar.cycle | each: ${cycle} as "T+"0
12 | calendar.settles | each: ${onlyIf('$C$5=""', 'MD.SETTLE($B$5,A#)')} as date
14 | calendar.daysLater | each: ${onlyIf('AND(ISNUMBER(H#),$C$5="")', 'H#-$B$5')} as 0
20 | calendar.daysLeft | each: ${daysLeft} as 0
12 | common.plotted | =${plotted('J')} as 0
10 | calendar.sessions | each: ${onlyIf(`AND(${haveDates('M', 'N')},${haveDates('S', 'T')})`, '"✓"')} as words
10 | calendar.market |
16 | calendar.date | as ${DAY}
10 | calendar.opens | as ${CLOCK}
10 | calendar.closes | as ${CLOCK}
10 | calendar.halfDay | as words
3 | |
10 | calendar.market |
16 | calendar.date | as ${DAY}
10 | calendar.halfDay | as words
32 | calendar.holiday |`,
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
