import { asking } from '../unit/sandbox/ask';

interface Filings {
  readonly ticker: string;
  readonly filings: readonly Readonly<
    Record<'accession_number' | 'filing_type' | 'filing_date' | 'report_date' | 'period_of_report' | 'file_url', string>
  >[];
}

interface Models {
  readonly piotroski: { readonly score: number; readonly criteria: Readonly<Record<string, boolean>> };
  readonly 'altman-z': {
    readonly score: number | null;
    readonly zone: string;
    readonly ratios: Readonly<Record<string, number>>;
    readonly reason?: string;
  };
  readonly 'beneish-m': { readonly score: number; readonly is_likely_manipulator: boolean };
}

interface Scores<Data> {
  readonly data: Data;
  readonly symbol: string;
}

const ask = asking();
const FILING_FIELDS = ['accession_number', 'filing_type', 'filing_date', 'report_date', 'period_of_report', 'file_url'];

describe('the simulated filings', () => {
  test('have the documented fields, in order, and the SEC number of the company', async () => {
    const { status, body } = await ask<Filings>('/stocks/filings?ticker=AAPL&limit=1');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['ticker', 'filings']);
    expect(body.ticker).toBe('AAPL');
    expect(Object.keys(body.filings[0]!)).toEqual(FILING_FIELDS);
    expect(body.filings[0]!.accession_number).toMatch(/^0000320193-26-\d{6}$/);
    expect(body.filings[0]!.file_url).toContain('/data/320193/');
  });

  test('are sorted newest first, and none is filed before its report date or in the future', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=msft&limit=100')).body;
    const dates = filings.map((each) => each.filing_date);
    expect(filings).toHaveLength(100);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(dates[0]! <= '2026-11-20').toBe(true);
    for (const each of filings) expect(each.report_date <= each.filing_date).toBe(true);
    expect(new Set(filings.map((each) => each.accession_number)).size).toBe(100);
  });

  test('can be filtered by type in any case, with one annual report a year for ten years', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=AAPL&filing_type=10-k')).body;
    expect(new Set(filings.map((each) => each.filing_type))).toEqual(new Set(['10-K']));
    expect(filings.slice(0, 2).map((each) => [each.report_date, each.period_of_report])).toEqual([
      ['2026-09-26', 'FY 2026'],
      ['2025-09-27', 'FY 2025'],
    ]);
    expect(filings.length).toBeGreaterThanOrEqual(9);
  });

  const typesOf = async (ticker: string): Promise<Set<string>> =>
    new Set(
      (await ask<Filings>(`/stocks/filings?ticker=${ticker}&limit=100`)).body.filings.map((each) => each.filing_type),
    );

  test.each([
    ['AAPL', '2026-09-26'],
    ['MSFT', '2026-06-30'],
    ['NVDA', '2026-01-25'],
    ['WMT', '2026-01-31'],
    ['COST', '2026-08-30'],
    ['KO', '2025-12-31'],
  ])('close a fiscal year when the company does: %s on %s', async (ticker, day) => {
    const { filings } = (await ask<Filings>(`/stocks/filings?ticker=${ticker}&filing_type=10-K&limit=1`)).body;
    expect(filings[0]?.report_date).toBe(day);
  });

  test('have no quarterly report for the last quarter, which is in the annual report', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=AAPL&filing_type=10-Q&limit=6')).body;
    expect(filings.map((each) => each.period_of_report).join()).toBe('Q3 2026,Q2 2026,Q1 2026,Q3 2025,Q2 2025,Q1 2025');
  });

  test('are those of a foreign issuer for such a company, and empty if it files nothing in the United States', async () => {
    expect(await typesOf('MSFT')).toEqual(new Set(['10-K', '10-Q', '8-K', '4', 'DEF 14A', 'SC 13G']));
    expect(await typesOf('SHEL')).toEqual(new Set(['20-F', '6-K', 'SC 13G']));
    expect(await typesOf('BMW')).toEqual(new Set());
  });

  test('are filed on business days, with the proxy statement in its season', async () => {
    const { filings } = (await ask<Filings>('/stocks/filings?ticker=AAPL&limit=100')).body;
    const weekdays = filings.flatMap((each) => [
      each.filing_date,
      ...(each.filing_type === '8-K' ? [each.report_date] : []),
    ]);
    expect(weekdays.filter((date) => [0, 6].includes(new Date(date).getUTCDay()))).toEqual([]);
    const proxies = filings
      .filter((each) => each.filing_type === 'DEF 14A')
      .map((each) => each.filing_date.slice(5, 7));
    expect(new Set(proxies)).toEqual(new Set(['01']));
  });

  test('keep their accession numbers when the year changes', async () => {
    const newest = (await ask<Filings>('/stocks/filings?ticker=AAPL&limit=1')).body.filings[0];
    const nextYear = asking({ now: () => Date.UTC(2027, 0, 2) });
    const later = (await nextYear<Filings>('/stocks/filings?ticker=AAPL&limit=100')).body.filings;
    expect(later).toContainEqual(newest);
  });

  test('are 20 by default, or as many as a limit from 1 to 100', async () => {
    expect((await ask<Filings>('/stocks/filings?ticker=AAPL')).body.filings).toHaveLength(20);
    for (const limit of ['0', '101'])
      expect((await ask(`/stocks/filings?ticker=AAPL&limit=${limit}`)).status).toBe(422);
    expect((await ask('/stocks/filings?ticker=AAPL&limit=100')).status).toBe(200);
  });

  test('are not found for an unknown ticker, and invalid without one', async () => {
    expect((await ask('/stocks/filings?ticker=NOSUCH')).status).toBe(404);
    expect((await ask('/stocks/filings')).status).toBe(422);
  });
});

describe('the simulated scores', () => {
  const scores = async (symbol: string, name?: 'all') =>
    (await ask<Scores<Models>>(`/stocks/${symbol}/scores${name ? `?name=${name}` : ''}`)).body;
  const scoreOf = async <Model extends keyof Models>(symbol: string, model: Model) =>
    (await ask<Scores<Models[Model]>>(`/stocks/${symbol}/scores?name=${model}`)).body.data;

  test('include all three models if none is named', async () => {
    const body = await scores('AAPL');
    expect(Object.keys(body)).toEqual(['data', 'symbol']);
    expect(body.symbol).toBe('AAPL');
    expect(Object.keys(body.data)).toEqual(['piotroski', 'altman-z', 'beneish-m']);
    expect(await scores('AAPL', 'all')).toEqual(body);
  });

  test('include one model if it is named', async () => {
    const { data } = await scores('AAPL');
    expect(await scoreOf('aapl', 'altman-z')).toEqual(data['altman-z']);
  });

  test('follow the definition of Piotroski', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO', 'F']) {
      const data = await scoreOf(symbol, 'piotroski');
      const flags = Object.values(data.criteria);
      expect(flags).toHaveLength(9);
      expect(data.score).toBe(flags.filter(Boolean).length);
    }
  });

  test('follow the weights and zones of Altman', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO', 'F', 'INTC', 'BA']) {
      const { score, zone, ratios } = await scoreOf(symbol, 'altman-z');
      const ratio = (name: string): number => ratios[name] ?? NaN;
      const expected =
        1.2 * ratio('working_capital_to_assets') +
        1.4 * ratio('retained_earnings_to_assets') +
        3.3 * ratio('ebit_to_assets') +
        0.6 * ratio('market_value_to_liabilities') +
        ratio('sales_to_assets');
      expect(score).toBeCloseTo(expected, 1);
      expect(zone).toBe(score! > 2.99 ? 'safe' : score! < 1.81 ? 'distress' : 'grey');
    }
  });

  test('are close to the known scores of a company', async () => {
    const zones = async (symbols: string): Promise<string[]> =>
      Promise.all(symbols.split(' ').map(async (symbol) => (await scoreOf(symbol, 'altman-z')).zone));
    expect(new Set(await zones('AAPL MSFT NVDA XOM KO CVX'))).toEqual(new Set(['safe']));
    expect(new Set(await zones('BA F INTC T'))).toEqual(new Set(['distress']));
    expect(new Set(await zones('DIS PFE'))).toEqual(new Set(['grey']));
  });

  test('mark a manipulator only above the threshold of Beneish', async () => {
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

  test('are refused for an unknown symbol or model', async () => {
    expect((await ask('/stocks/NOSUCH/scores')).status).toBe(404);
    expect((await ask('/stocks/SPY/scores')).status).toBe(404);
    const { status, body } = await ask('/stocks/AAPL/scores?name=altman');
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', 'name'] }]);
  });
});
