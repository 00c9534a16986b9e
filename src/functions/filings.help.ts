import { explain } from './help/explain';
import { filings, MAX_FILINGS } from './filings';
import { FIELDS, HEADERS } from './parameters/shared.help';

export const filingsHelp = explain(filings, {
  summary: 'Regulatory filings of companies, newest first, with their dates and links.',
  returns:
    'A table of one row per filing: accession_number, filing_type, filing_date, report_date, period_of_report, ' +
    'file_url, where a period_of_report is a date, or a text such as Q3 2026; several tickers stack in the order given, under a first column ticker. ' +
    'Blank cells among the tickers are skipped; with a limit of 1 they have a blank row, so that each row stays beside ' +
    'its ticker. An amendment such as 10-K/A is of the type that it amends, 10-K405, 10-KT and 10-KSB are of the ' +
    'type 10-K, and SC 13D and SC 13G are found with SCHEDULE 13D and SCHEDULE 13G, as the SEC calls them since 2024.',
  parameters: {
    tickers: 'Stock tickers: one, several separated by commas, or a range',
    type: 'Filing type, such as 10-K, or several with commas between them: "10-K,10-Q"; every type if omitted',
    limit: `Maximum number of filings for each ticker, 1 to ${MAX_FILINGS}`,
    fields: FIELDS,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.FILINGS("AAPL","10-K")', gives: 'the annual reports of a company, newest first' },
    {
      formula: '=MD.FILINGS("AAPL,MSFT",,3,"filing_type,filing_date")',
      gives: 'the last three filings of two companies',
    },
    { formula: '=MD.FILINGS("AAPL","10-K,10-Q",4)', gives: 'the last four annual and quarterly reports' },
    { formula: '=MD.FILINGS("MSFT","10-Q",1,"filing_date")', gives: 'the date of the newest quarterly report' },
  ],
  seeAlso: ['SCORE', 'NEWS', 'GET'],
  searchWords: {
    en:
      'SEC, EDGAR, filing, annual report, quarterly report, 10-K, 10-Q, 8-K, 10K, 10Q, 8K, earnings, balance sheet, ' +
      'income statement, proxy statement, insider, company',
    de:
      'SEC, Pflichtmitteilung, Pflichtveröffentlichung, Ad-hoc-Mitteilung, Geschäftsbericht, Jahresbericht, ' +
      'Quartalsbericht, Jahresabschluss, Geschäftszahlen, Quartalszahlen, Unternehmen',
    fr:
      'SEC, dépôt réglementaire, information réglementée, rapport annuel, rapport trimestriel, comptes annuels, ' +
      'publication, résultats, société, entreprise',
    es:
      'SEC, presentación regulatoria, hecho relevante, informe anual, memoria anual, informe trimestral, cuentas ' +
      'anuales, resultados, empresa',
    ja: 'SEC, 開示書類, 適時開示, 有価証券報告書, 年次報告書, 四半期報告書, 臨時報告書, 決算, 決算短信, 企業',
    zh: 'SEC, 申报文件, 监管文件, 公告, 信息披露, 年报, 季报, 财报, 业绩, 公司',
  },
});
