import { explain } from './help/explain';
import { networkDays } from './network-days';
import { COMMON_MICS, DAYS_OF_EXCHANGES } from './parameters/shared.help';
import { MAX_YEARS } from './tables/trading-years';

export const networkDaysHelp = explain(networkDays, {
  summary: `Trading days between two dates, both included. ${DAYS_OF_EXCHANGES}`,
  returns:
    "A whole number, as Excel's own NETWORKDAYS counts: both ends are included, and it is negative when the end " +
    'is before the start. Half days count. With several exchanges only days on which all of them trade count.',
  parameters: {
    start: 'First date; the time of day is ignored',
    end: `Last date, at most ${MAX_YEARS} years away; the time of day is ignored`,
    mics: COMMON_MICS,
  },
  examples: [
    {
      formula: '=MD.NETWORKDAYS(DATE(2026,1,1),DATE(2026,12,31),"XNYS")',
      gives: 'the trading days of the year 2026 in New York',
    },
    {
      formula: '=MD.NETWORKDAYS("2026-11-23","2026-11-27","XNYS,XTKS")',
      gives: 'the days of Thanksgiving week on which New York and Tokyo both trade, 3',
    },
  ],
  seeAlso: ['WORKDAY', 'HOLIDAYS', 'SETTLE'],
  searchWords: {
    en: 'count days, business days between, trading days between, number of days',
    de: 'Anzahl Tage, Anzahl der Handelstage, Handelstage zwischen, Geschäftstage, Arbeitstage, Tage zählen',
    fr: 'nombre de jours, nombre de jours ouvrés, jours ouvrés, jours de bourse',
    es: 'número de días, días hábiles, días laborables, días de negociación',
    ja: '営業日数, 取引日数, 日数',
    zh: '交易日数, 工作日数, 天数',
  },
});
