import { timeWordsIn } from '../../../../src/taskpane/search/time-words';

const NOW = Date.UTC(2026, 10, 20);
const read = (query: string, language = 'en'): string | undefined => {
  const found = timeWordsIn(query, language, NOW);
  return found && `${found.rest} | ${found.interval} | ${found.start} to ${found.end}`;
};

describe('the words about time in a search', () => {
  test.each([
    ['SPX daily 2026', 'SPX | day | 2026-01-01 to 2027-01-01'],
    ['2025 weekly s&p 500', 's&p 500 | week | 2025-01-01 to 2026-01-01'],
    ['SPX 2026-11 hourly', 'SPX | hour | 2026-11-01 to 2026-12-01'],
    ['SPX December 2025', 'SPX | day | 2025-12-01 to 2026-01-01'],
    ['spx feb', 'spx | day | 2026-02-01 to 2026-03-01'],
    ['nikkei history', 'nikkei | day | 2026-01-01 to 2027-01-01'],
  ])('%j: %s', (query, found) => {
    expect(read(query)).toBe(found);
  });

  test.each([
    ['DAX täglich 2026', 'de', 'DAX | day | 2026-01-01 to 2027-01-01'],
    ['CAC février 2026', 'fr', 'CAC | day | 2026-02-01 to 2026-03-01'],
    ['NKY 日足 2026', 'ja', 'NKY | day | 2026-01-01 to 2027-01-01'],
    ['DAX daily', 'de', 'DAX | day | 2026-01-01 to 2027-01-01'],
  ])('%j in %s: %s', (query, language, found) => {
    expect(read(query, language)).toBe(found);
  });

  test.each(['SPX', 'apple', 'daily 2026', '2026', 'history', 's&p 500', ''])(
    '%j has no words about time, or only those',
    (query) => {
      expect(read(query)).toBeUndefined();
    },
  );
});
