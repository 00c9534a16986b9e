import { createFilingsLookup, type FilingsQuestion } from '../../../src/api/filings';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';

function setUp(rows: readonly Row[] | Error) {
  const { transport, context, sent } = createStub(() => (rows instanceof Error ? Promise.reject(rows) : rows));
  const lookup = createFilingsLookup(transport, context);
  return {
    sent,
    read: async (question: Partial<FilingsQuestion> = {}) =>
      (await lookup.read({ ticker: 'AAPL', type: undefined, limit: 20, ...question }, createCall())).rows,
  };
}

const filing: Row = {
  accession_number: '1',
  filing_type: '10-K',
  filing_date: '2026-10-30',
  report_date: '2026-09-26',
  period_of_report: '2026-09-26',
  file_url: 'https://files.test/1',
};

describe('filings', () => {
  test('are sorted newest first and listed once; those without a date are last, those without a number are all kept', async () => {
    const [early, late] = [
      { accession_number: '1', filing_date: '2026-01-01' },
      { accession_number: '2', filing_date: '2026-03-01' },
    ];
    const rows: Row[] = [
      { accession_number: '4' },
      early,
      { filing_date: '2026-02-01' },
      late,
      { ...early },
      { filing_date: '2026-02-01' },
      { accession_number: 5, filing_date: 6 },
      { accession_number: 5, filing_date: 6 },
    ];
    expect(await setUp(rows).read()).toEqual([
      late,
      { filing_date: '2026-02-01' },
      { filing_date: '2026-02-01' },
      early,
      { accession_number: '4' },
      { accession_number: 5, filing_date: 6 },
      { accession_number: 5, filing_date: 6 },
    ]);
  });

  test.each<[string, Row[]]>([
    ['with a filing that lacks a field', [filing, { accession_number: '2' }]],
    ['without filings', []],
  ])('are not cached for an answer %s', async (_, rows) => {
    const { read, sent } = setUp(rows);
    await read();
    await read();
    expect(sent).toHaveLength(2);
  });
});
