import { DATE_FORMAT } from '../../core/dates';
import type { Model } from './model';
import { filledBySpill, formula, heading, headingFormula, input, label, note, SheetDraft, title } from './sheet-draft';

const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM'];
const FIRST = 10;
/** Two rows are left for companies of the modeller's own. */
const LAST = FIRST + TICKERS.length + 1;
const DAYS_SINCE_REVIEW = 45;

/** The part of a column that the table of filings can fill. */
const filed = (letter: string): string => `$${letter}$${FIRST}:$${letter}$900`;

/** The newest filings of a list of companies, how old they are, and how many have come since the last review. */
export const filingsTracker: Model = {
  id: 'filings',
  create({ today }) {
    const sheet = new SheetDraft('Filings tracker', [26, 14, 12, 10, 18, 4, 10, 12, 14, 14, 18, 24])
      .put('A1', [[title('Filings tracker')], [note('Type other tickers over the blue ones. The table on the right is one MD.FILINGS formula, in G9.')]])
      .put('A4', [
        [label('Filing type'), input('10-Q')],
        [label('Filings for each company'), input(4, '0')],
        [label('Reviewed until'), input(today - DAYS_SINCE_REVIEW, DATE_FORMAT)],
        [label('Filings to read'), formula(`=SUM(D${FIRST}:D${LAST})`, '0')],
      ])
      .put(`A${FIRST - 1}`, [[heading('Ticker'), heading('Newest filing'), heading('Days ago'), heading('To read'), heading('Annual report of'), undefined,
        headingFormula(`=MD.FILINGS(A${FIRST}:A${LAST},B4,B5,"filing_type,filing_date,report_date,period_of_report,accession_number")`),
        ...filledBySpill(5, { style: 'heading' })]])
      .put(`A${FIRST}`, TICKERS.map((ticker) => [input(ticker)]));
    for (let row = FIRST; row <= LAST; row++) {
      sheet.put(`B${row}`, [[
        formula(`=IF(COUNTIF(${filed('G')},$A${row})=0,"",MAXIFS(${filed('I')},${filed('G')},$A${row}))`, DATE_FORMAT),
        formula(`=IF(B${row}="","",TODAY()-B${row})`, '0'),
        formula(`=IF($A${row}="","",COUNTIFS(${filed('G')},$A${row},${filed('I')},">"&$B$6))`, '0'),
      ]]);
      if (row < FIRST + TICKERS.length) sheet.put(`E${row}`, [[formula(`=MD.FILINGS(A${row},"10-K",1,"period_of_report",FALSE)`)]]);
    }
    return sheet.build();
  },
};
