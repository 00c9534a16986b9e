import { DATE_FORMAT, TIME_FORMAT } from '../../core/dates';
import type { Model } from './model';
import { filledBySpill, formula, heading, input, label, note, SheetDraft, title, total } from './sheet-draft';

const GROWTH = [0.06, 0.05, 0.04, 0.04, 0.03];
const YEARS = ['B', 'C', 'D', 'E', 'F'];
const MILLIONS = '#,##0';
/** How far the table of sensitivities goes from the assumptions. */
const STEPS = ['-0.01', '-0.005', '', '+0.005', '+0.01'];

/** The value of a share at a cost of capital and a terminal growth: the present value of five years and of what follows, less net debt. */
const valuePerShare = (wacc: string, growth: string): string =>
  `=(NPV(${wacc},$B$23:$F$23)+$F$23*(1+${growth})/(${wacc}-${growth})/(1+${wacc})^5-$B$16)/$B$17`;

/** The head of a discounted cash flow model: live price, health and calendar, a five-year forecast and what a share is worth by it. */
export const dcfHeader: Model = {
  id: 'dcf',
  create: ({ today }) => new SheetDraft('DCF', [34, 20, 14, 20, 14, 14, 14])
    .put('A1', [[title('Discounted cash flow')], [note('Blue cells are inputs. Amounts are millions of the listing currency; the accounts are an example, enter those of your company.')]])
    .put('A4', [
      [heading('Live from the market'), ...filledBySpill(4, { style: 'heading' })],
      [label('Ticker'), input('AAPL'), undefined, label('Altman Z'), formula('=MD.SCORE(B5,"altman-z")', '0.00')],
      [label('Share price'), formula('=MD.QUOTE(B5,"mid","stocks")', '#,##0.00'), undefined, label('Piotroski F'), formula('=MD.SCORE(B5,"piotroski")', '0')],
      [label('Quoted, UTC'), formula('=MD.QUOTE(B5,"timestamp","stocks")', TIME_FORMAT), undefined, label('Annual report of'), formula('=MD.FILINGS(B5,"10-K",1,"period_of_report",FALSE)')],
      [label('Valuation date'), input(today, DATE_FORMAT), undefined, label('Filed on'), formula('=MD.FILINGS(B5,"10-K",1,"filing_date",FALSE)', DATE_FORMAT)],
      [label('Next trading day'), formula('=MD.WORKDAY(B8,1,"XNYS")', DATE_FORMAT), undefined, label('Listing currency'), input('USD')],
      [undefined, undefined, undefined, label('Also show in'), input('EUR')],
      [undefined, undefined, undefined, label('Rate'), formula('=MD.CONVERT(1,E9,E10)', '0.0000')],
    ])
    .put('A12', [
      [heading('Assumptions'), ...filledBySpill(1, { style: 'heading' })],
      [label('Cost of capital'), input(0.08, '0.0%')],
      [label('Growth after five years'), input(0.025, '0.0%')],
      [label('Free cash flow, last year'), input(100_000, MILLIONS)],
      [label('Net debt'), input(50_000, MILLIONS)],
      [label('Shares, millions'), input(15_200, MILLIONS)],
    ])
    .put('A20', [
      [heading('Forecast'), ...filledBySpill(5, { style: 'heading' })],
      [label('Year'), ...YEARS.map((_, index) => formula(index === 0 ? '=YEAR($B$8)+1' : `=${YEARS[index - 1]!}21+1`, '0'))],
      [label('Growth'), ...GROWTH.map((growth) => input(growth, '0.0%'))],
      [label('Free cash flow'), ...YEARS.map((year, index) => formula(`=${index === 0 ? '$B$15' : `${YEARS[index - 1]!}23`}*(1+${year}22)`, MILLIONS))],
      [label('Present value'), ...YEARS.map((year, index) => formula(`=${year}23/(1+$B$13)^${index + 1}`, MILLIONS))],
    ])
    .put('A26', [
      [heading('Value'), ...filledBySpill(1, { style: 'heading' })],
      [label('Five years'), formula('=SUM(B24:F24)', MILLIONS)],
      [label('After five years'), formula('=F23*(1+B14)/(B13-B14)/(1+B13)^5', MILLIONS)],
      [label('Enterprise value'), formula('=B27+B28', MILLIONS)],
      [label('Equity value'), formula('=B29-B16', MILLIONS)],
      [label('Value per share'), total('=B30/B17', '#,##0.00')],
      [label('In the other currency'), formula('=B31*E11', '#,##0.00')],
      [label('Above the share price'), total('=B31/B6-1', '+0.0%;-0.0%')],
    ])
    .put('A35', [
      [heading('Value per share by cost of capital (down) and growth after five years (across)'), ...filledBySpill(5, { style: 'heading' })],
      [undefined, ...STEPS.map((step) => formula(`=$B$14${step}`, '0.0%'))],
      ...STEPS.map((step, index) => [
        formula(`=$B$13${step}`, '0.0%'), ...YEARS.map((column) => formula(valuePerShare(`$A${37 + index}`, `${column}$36`), '#,##0.00')),
      ]),
    ])
    .build(),
};
