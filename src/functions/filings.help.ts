import { explain } from './help/explain';
import { filings, MOST_FILINGS } from './filings';
import { FIELDS, HEADERS } from './parameters/shared.help';

export const filingsHelp = explain(filings, {
  summary: 'Regulatory filings of companies, newest first, with their dates and links.',
  returns:
    'A table of one row per filing: accession_number, filing_type, filing_date, report_date, period_of_report, file_url; several tickers stack in the order given, under a first column ticker.',
  parameters: {
    tickers: 'Stock tickers: one, several separated by commas, or a range',
    type: 'Filing type, such as 10-K, 10-Q or 8-K; every type if omitted',
    limit: `Maximum number of filings for each ticker, 1 to ${MOST_FILINGS}`,
    fields: FIELDS,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.FILINGS("AAPL","10-K")', gives: 'the annual reports of a company, newest first' },
    {
      formula: '=MD.FILINGS("AAPL,MSFT",,3,"filing_type,filing_date")',
      gives: 'the last three filings of two companies',
    },
    { formula: '=MD.FILINGS("MSFT","10-Q",1,"filing_date")', gives: 'the date of the newest quarterly report' },
  ],
});
