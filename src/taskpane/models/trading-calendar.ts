import { DATE_FORMAT } from '../../core/dates';
import type { Model } from './model';
import { filledBySpill, formula, heading, headingFormula, input, label, note, SheetDraft, title, total } from './sheet-draft';

const MARKETS = ['XNYS', 'XLON', 'XETR', 'XTKS', 'XHKG'];
const FIRST = 11;
const LAST = FIRST + MARKETS.length - 1;
const SPILLS = LAST + 5;
const DAYS_SHOWN = 13;

/** Which exchanges are open, when a trade settles on each and on all of them, the coming sessions and holidays. */
export const tradingCalendar: Model = {
  id: 'calendar',
  create: ({ today, yearEnd }) => new SheetDraft('Trading calendar', [28, 12, 20, 24, 20, 14, 18, 12, 14, 34, 14])
    .put('A1', [[title('Trading calendar')], [note('Type other exchanges (MIC codes) over the blue ones. Times are those of the exchange.')]])
    .put('A4', [
      [label('Trade date'), input(today, DATE_FORMAT), undefined, label('Open now'), formula(`=COUNTIF(B${FIRST}:B${LAST},"Open")`, '0')],
      [label('Settles after trading days'), input(2, '0'), undefined, label('Settles everywhere on'), formula(`=MAX(F${FIRST}:F${LAST})`, DATE_FORMAT)],
      [label('Count trading days until'), input(yearEnd, DATE_FORMAT)],
      [label('Show sessions until'), input(today + DAYS_SHOWN, DATE_FORMAT)],
    ])
    .put(`A${FIRST - 1}`, [[heading('Market'), headingFormula(`=MD.STATUS(A${FIRST}:A${LAST},"status,local_time,open_time,close_time")`),
      ...filledBySpill(3, { style: 'heading' }), heading('Settles on'), heading('Trading days left'), heading('Days later')]])
    .put(`A${FIRST}`, MARKETS.map((market, index) => [input(market), ...Array<undefined>(4), ...datesOf(FIRST + index, `A${FIRST + index}`)]))
    .put(`A${LAST + 1}`, [[label('Days on which all trade'), ...Array<undefined>(4), ...datesOf(LAST + 1, `A${FIRST}:A${LAST}`, total)]])
    .put(`A${SPILLS - 1}`, [[label('Sessions')]])
    .put(`H${SPILLS - 1}`, [[label('Holidays and half days of the coming year')]])
    .put(`A${SPILLS}`, [[headingFormula(`=MD.HOURS(A${FIRST}:A${LAST},B4,B7,"mic,date,day_of_week,open_time,close_time,is_early_close")`), ...filledBySpill(5, { style: 'heading' })]])
    .put(`H${SPILLS}`, [[headingFormula(`=MD.HOLIDAYS(A${FIRST}:A${LAST},B4,,"mic,date,holiday_name,is_early_close")`), ...filledBySpill(3, { style: 'heading' })]])
    .build(),
};

const datesOf = (row: number, markets: string, cell = formula) => [
  cell(`=MD.WORKDAY($B$4,$B$5,${markets})`, DATE_FORMAT), cell(`=MD.NETWORKDAYS($B$4,$B$6,${markets})`, '0'), cell(`=F${row}-$B$4`, '0'),
];
