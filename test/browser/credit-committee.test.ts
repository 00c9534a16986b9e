import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  committeeDocument,
  type CreditPaper,
  playCommittee,
  type RawFacts,
  type RawFiling,
  REVIEWS,
  serialOf,
  WATCHED,
} from '../docs/credit-committee';
import { readPage } from './use-workbench';

const DOCUMENT = path.join(__dirname, '../../docs/credit-committee.md');

let paper: CreditPaper;

beforeAll(async () => {
  paper = await playCommittee(await readPage());
});

const isoOf = (filing: RawFiling | undefined): string => filing!.filing_date;
const filingsOf = (facts: RawFacts, ticker: string, types: readonly string[]): readonly RawFiling[] =>
  facts.filings.get(ticker)!.filter(({ filing_type: type }) => types.includes(type));

/** What the screen must say of a company, by heading, from the raw answers alone. */
function judged(facts: RawFacts, ticker: string): Readonly<Record<string, unknown>> {
  const raw = facts.scores.get(ticker)!;
  const [f, z, m] = [raw.piotroski.score, raw['altman-z'].score, raw['beneish-m'].score];
  const { mid, timestamp } = facts.prices.get(ticker)!;
  const report = filingsOf(facts, ticker, ['10-K', '10-Q', '20-F'])[0]!;
  const warnings = z === null ? 'no data' : Number(f < 5) + Number(z < 1.81) + Number(m > -1.78);
  const zone = z === null ? 'no data' : z < 1.81 ? 'distress' : z > 2.99 ? 'safe' : 'grey';
  return {
    'Piotroski F': f,
    'Altman Z': z ?? '#N/A',
    'Beneish M': m,
    'Altman zone': zone,
    Warnings: warnings,
    Verdict:
      warnings === 'no data'
        ? warnings
        : warnings >= 2
          ? 'avoid'
          : warnings === 1 || zone !== 'safe'
            ? 'review'
            : 'pass',
    'Share price': mid,
    'Quoted, UTC': expect.closeTo(timestamp / 86_400 + 25_569, 8),
    Type: report.filing_type,
    'Filed on': serialOf(report.filing_date),
    Period: report.period_of_report,
    'Period of the scores': `scores of unknown period; newest report ${report.filing_type} ${report.period_of_report}, filed ${report.filing_date}`,
  };
}

const companies = (): readonly string[] => paper.screen.map(([ticker]) => String(ticker));

test('each cell of the screen is what the raw answers say, with the newest report beside the scores', () => {
  expect(companies()).toEqual(expect.arrayContaining(['BA', 'KO', 'SAP', 'JPM']));
  for (const [ticker, ...cells] of paper.screen)
    expect([ticker, cells]).toEqual([ticker, Object.values(judged(paper.facts[1]!, String(ticker)))]);
  expect(judged(paper.facts[1]!, 'SAP').Type).toBe('20-F');
  expect(judged(paper.facts[1]!, 'JPM').Verdict).toBe('no data');
});

test('each line of the comparison is what the raw answers of both reviews say, company by company', () => {
  const [then, now] = paper.facts as [RawFacts, RawFacts];
  const compared = ([, label, , , older, newer]: (typeof paper.comparison)[number]): unknown[] => [label, older, newer];
  const expected = companies().flatMap((ticker) => {
    const [before, after] = [judged(then, ticker), judged(now, ticker)];
    return Object.keys(before)
      .filter((heading) => heading !== 'Period of the scores')
      .map((heading) => [`${ticker} · ${heading}`, before[heading], after[heading]]);
  });
  expect(paper.comparison.map(compared)).toEqual(expected);
  for (const [label, change, older, newer] of paper.comparison.map((row) => [row[1], row[6], row[4], row[5]]))
    if (typeof change === 'number')
      expect([label, change]).toEqual([label, expect.closeTo(Number(newer) - Number(older), 8)]);
});

/** A year later, as EDATE has it. */
const yearLater = (iso: string, years = 1): string => {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + years, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
};

test('each line about late reports is what the raw filings say', () => {
  const facts = paper.facts[1]!;
  const today = serialOf(REVIEWS[1].slice(0, 10));
  const lines = WATCHED.map((ticker) => {
    const types = ['10-K', '10-Q', '20-F'].map((type) => filingsOf(facts, ticker, [type]));
    const expected = types.flatMap((filings, index) => {
      if (filings.length === 0) return [];
      const after = serialOf(yearLater(isoOf(filings[0]), -1)) + [180, 45, 180][index]!;
      const next = filings.filter((one) => serialOf(one.filing_date) > after).at(-1);
      return [serialOf(yearLater(isoOf(next)))];
    });
    const due = Math.min(...expected);
    const [notice] = filingsOf(facts, ticker, ['NT 10-K', 'NT 10-Q', 'NT 20-F']);
    const [report] = filingsOf(facts, ticker, ['10-K', '10-Q', '20-F']);
    const isNew = notice !== undefined && isoOf(notice) > isoOf(report);
    return [
      ticker,
      ...types.map(([newest]) => (newest ? serialOf(newest.filing_date) : '')),
      due,
      Math.max(0, today - due),
      isNew ? serialOf(notice.filing_date) : '',
    ];
  });
  expect(paper.late).toEqual(lines);
  expect(lines.filter((line) => Number(line[5]) > 0 && line[6] !== '').length).toBeGreaterThan(0);
});

test('the copied chain leads from the verdict to the request of its scores, and has its numbers', () => {
  const [first = '', formula = ''] = paper.chain.split('\n');
  const [, row] = /^'Credit screen'!G(\d+) = /.exec(first) ?? [];
  const [ticker] = paper.screen[Number(row) - 12]!;
  const shown = judged(paper.facts[1]!, String(ticker));
  const { Verdict: verdict, Warnings: warnings } = shown;
  expect(first).toBe(`'Credit screen'!G${row!} = ${String(verdict)}`);
  expect(formula).toMatch(/^=IFERROR\(IF\(\$A/);
  expect(paper.chain).toContain(`'Credit screen'!F${row!} = ${String(warnings)}  =`);
  expect(paper.chain).toContain(
    `- ${String(ticker)}  piotroski ${String(shown['Piotroski F'])}  altman-z ${String(shown['Altman Z'])}  beneish-m ${String(shown['Beneish M'])}`,
  );
  const answered = /answer of (2026-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? UTC)/.exec(paper.chain)![1]!;
  expect(Date.parse(answered.replace(' UTC', 'Z'))).toBeGreaterThanOrEqual(Date.parse(REVIEWS[1]));
  expect(paper.chain).toMatch(
    new RegExp(`\\d\\. /stocks/${String(ticker)}/scores.*\\n +status 200, sent ${REVIEWS[1].slice(0, 10)}`),
  );
  expect(paper.chain).not.toContain('demo');
});

test('the document shows these numbers', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  expect(committeeDocument(text, paper)).toBe(text);
});
