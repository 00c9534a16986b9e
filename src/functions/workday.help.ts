import { explain } from './help/explain';
import { MAX_DAYS, workday } from './workday';
import { COMMON_MICS, DAYS_OF_EXCHANGES } from './parameters/shared.help';

export const workdayHelp = explain(workday, {
  summary: `The trading day that is a number of trading days after or before a date. ${DAYS_OF_EXCHANGES}`,
  returns:
    "A date, as Excel's own WORKDAY counts: the start itself does not count, 0 days give the start, negative days " +
    'go back. Half days count. With several exchanges only days on which all of them trade count. The day on ' +
    'which a trade of shares settles is what MD.SETTLE gives; the value date of a currency is none of these days.',
  parameters: {
    start: 'Date from which to count; the time of day is ignored',
    days: `Trading days to go on, or back when negative; at most ${MAX_DAYS}. A fraction is cut off`,
    mics: COMMON_MICS,
  },
  examples: [
    { formula: '=MD.WORKDAY(TODAY(),2,"XNYS")', gives: 'the second trading day in New York after today' },
    {
      formula: '=MD.WORKDAY("2026-11-25",1,"XNYS,XTKS")',
      gives: 'the next day on which New York and Tokyo both trade, 27 November 2026',
    },
    { formula: '=MD.WORKDAY(DATE(2027,1,1),-1,"XLON")', gives: 'the last trading day of the year 2026 in London' },
  ],
  seeAlso: ['NETWORKDAYS', 'SETTLE', 'HOLIDAYS'],
  searchWords: {
    en: 'business day, trading day, add days, next trading day, working day, due date',
    de: 'Handelstag, Geschäftstag, Bankarbeitstag, Arbeitstag, Werktag, nächster Handelstag, Fälligkeit',
    fr: 'jour ouvré, jour ouvrable, jour de bourse, jour de négociation, prochain jour, échéance',
    es: 'día hábil, día laborable, día de negociación, día bursátil, siguiente día, vencimiento',
    ja: '営業日, 取引日, 翌営業日, 前営業日, 期日',
    zh: '交易日, 工作日, 营业日, 下一个交易日, 上一个交易日, 到期日',
  },
});
