import { asking } from '../unit/sandbox/ask';

interface Filings {
  readonly ticker: string;
  readonly filings: readonly Readonly<Record<'accession_number' | 'filing_type' | 'filing_date' | 'report_date' | 'period_of_report' | 'file_url', string>>[];
}

interface Models {
  readonly piotroski: { readonly score: number; readonly criteria: Readonly<Record<string, boolean>> };
  readonly 'altman-z': { readonly score: number | null; readonly zone: string; readonly ratios: Readonly<Record<string, number>>; readonly reason?: string };
  readonly 'beneish-m': { readonly score: number; readonly is_likely_manipulator: boolean };
}

interface Scores<Data> {
  readonly data: Data;
  readonly symbol: string;
}

const ask = asking();
const FILING_FIELDS = ['accession_number', 'filing_type', 'filing_date', 'report_date', 'period_of_report', 'file_url'];

describe('filings', () => {
  test('have the documented fields in order', async () => {
    const { status, body } = await ask<Filings>('/stocks/filings?ticker=AAPL&limit=1');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['ticker', 'filings']);
    expect(body.ticker).toBe('AAPL');
    expect(Object.keys(body.filings[0]!)).toEqual(FILING_FIELDS);
    expect(body.filings[0]!.accession_number).toMatch(/^\d{10}-\d\d-\d{6}$/);
  });

  test('come newest first, none filed before its report date or in the future', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=msft&limit=100')).body;
    const dates = filings.map((each) => each.filing_date);
    expect(filings).toHaveLength(100);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(dates[0]! <= '2026-11-20').toBe(true);
    for (const each of filings) expect(each.report_date < each.filing_date).toBe(true);
    expect(new Set(filings.map((each) => each.accession_number)).size).toBe(100);
  });

  test('filter by type without case: one annual report a year over ten years', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=AAPL&filing_type=10-k')).body;
    expect(new Set(filings.map((each) => each.filing_type))).toEqual(new Set(['10-K']));
    expect(filings.slice(0, 2).map((each) => [each.report_date, each.period_of_report])).toEqual([['2025-12-31', 'FY 2025'], ['2024-12-31', 'FY 2024']]);
    expect(filings.length).toBeGreaterThanOrEqual(9);
  });

  test('keep their accession numbers when the year changes', async () => {
    const newest = (await ask<Filings>('/stocks/filings?ticker=AAPL&limit=1')).body.filings[0];
    const nextYear = asking({ now: () => Date.UTC(2027, 0, 2) });
    const later = (await nextYear<Filings>('/stocks/filings?ticker=AAPL&limit=100')).body.filings;
    expect(later).toContainEqual(newest);
  });

  test('are 20 unless a limit from 1 to 100 is given', async () => {
    expect((await ask<Filings>('/stocks/filings?ticker=AAPL')).body.filings).toHaveLength(20);
    for (const limit of ['0', '101']) expect((await ask(`/stocks/filings?ticker=AAPL&limit=${limit}`)).status).toBe(422);
    expect((await ask('/stocks/filings?ticker=AAPL&limit=100')).status).toBe(200);
  });

  test('of an unknown ticker are not found, of no ticker invalid', async () => {
    expect((await ask('/stocks/filings?ticker=NOSUCH')).status).toBe(404);
    expect((await ask('/stocks/filings')).status).toBe(422);
  });
});

describe('scores', () => {
  const scores = async (symbol: string, name?: 'all') => (await ask<Scores<Models>>(`/stocks/${symbol}/scores${name ? `?name=${name}` : ''}`)).body;
  const scoreOf = async <Model extends keyof Models>(symbol: string, model: Model) =>
    (await ask<Scores<Models[Model]>>(`/stocks/${symbol}/scores?name=${model}`)).body.data;

  test('give all three models when none is named', async () => {
    const body = await scores('AAPL');
    expect(Object.keys(body)).toEqual(['data', 'symbol']);
    expect(body.symbol).toBe('AAPL');
    expect(Object.keys(body.data)).toEqual(['piotroski', 'altman-z', 'beneish-m']);
    expect(await scores('AAPL', 'all')).toEqual(body);
  });

  test('give one model when it is named', async () => {
    const { data } = await scores('AAPL');
    expect(await scoreOf('aapl', 'altman-z')).toEqual(data['altman-z']);
  });

  test('count what Piotroski counts', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO', 'F']) {
      const data = await scoreOf(symbol, 'piotroski');
      const flags = Object.values(data.criteria);
      expect(flags).toHaveLength(9);
      expect(data.score).toBe(flags.filter(Boolean).length);
    }
  });

  test('follow Altman’s weights and zones', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO', 'F', 'INTC', 'BA']) {
      const { score, zone, ratios } = await scoreOf(symbol, 'altman-z');
      const ratio = (name: string): number => ratios[name] ?? NaN;
      const expected = 1.2 * ratio('working_capital_to_assets') + 1.4 * ratio('retained_earnings_to_assets')
        + 3.3 * ratio('ebit_to_assets') + 0.6 * ratio('market_value_to_liabilities') + ratio('sales_to_assets');
      expect(score).toBeCloseTo(expected, 1);
      expect(zone).toBe(score! > 2.99 ? 'safe' : score! < 1.81 ? 'distress' : 'grey');
    }
  });

  test('call a manipulator only what lies above Beneish’s line', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO', 'F', 'INTC', 'BA']) {
      const { score, is_likely_manipulator } = await scoreOf(symbol, 'beneish-m');
      expect(is_likely_manipulator).toBe(score > -1.78);
    }
  });

  test('have no Altman score for a bank, and say why', async () => {
    const data = await scoreOf('JPM', 'altman-z');
    expect(data.score).toBeNull();
    expect(data.reason).toContain('financial companies');
  });

  test('refuse an unknown symbol and an unknown model', async () => {
    expect((await ask('/stocks/NOSUCH/scores')).status).toBe(404);
    const { status, body } = await ask('/stocks/AAPL/scores?name=altman');
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', 'name'] }]);
  });
});
