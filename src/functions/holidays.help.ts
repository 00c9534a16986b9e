import { explain } from './help/explain';
import { holidays } from './holidays';
import { FIELDS, HEADERS, MICS, ZONE } from './parameters/shared.help';

export const holidaysHelp = explain(holidays, {
  summary: 'Holidays and half days of stock exchanges, as real dates and times.',
  returns:
    'A table of one row per holiday: exchange, flag, mic, date, day_of_week, is_weekend, is_business_day, ' +
    'holiday_name, is_early_close, open_time, close_time; by market in the order given, then by date. Blank cells among ' +
    'the exchanges are skipped; for a single day they, and exchanges that trade as usual, have a row too, so that each ' +
    'row stays beside its exchange. For WORKDAY and NETWORKDAYS.INTL give type "closed": exchanges trade on half days. ' +
    'Times on the wall clock of the exchange unless zone says otherwise, empty where it stays closed.',
  parameters: {
    mics: MICS,
    start: 'First day; today if omitted',
    end: 'Last day; a year after the first if omitted',
    fields: FIELDS,
    headers: HEADERS,
    zone: ZONE,
    type:
      'Which of them: all, closed for the days on which the exchange does not trade, half for those on which it ' +
      'closes early',
  },
  examples: [
    { formula: '=MD.HOLIDAYS("XNYS")', gives: 'the holidays and half days in New York for a year from today' },
    {
      formula: '=MD.HOLIDAYS("XNYS,XLON","2026-12-01","2027-01-31","mic,date,holiday_name,is_early_close")',
      gives: 'the holidays of two exchanges around the turn of the year',
    },
    {
      formula: '=MD.HOLIDAYS("XNYS","2026-01-01","2026-12-31","date",FALSE,,"closed")',
      gives: 'only the dates without trading, as WORKDAY and NETWORKDAYS.INTL take them: half days are trading days',
    },
  ],
  seeAlso: ['WORKDAY', 'NETWORKDAYS', 'HOURS'],
  searchWords: {
    en: 'holiday, bank holiday, closed, half day, early close, market closed',
    de:
      'Feiertage, Feiertag, Börsenfeiertage, Bankfeiertag, handelsfreie Tage, geschlossen, halber Tag, verkürzter ' +
      'Handel',
    fr: 'jours fériés, jour férié, jours de fermeture, fermé, demi-journée, clôture anticipée',
    es: 'festivos, días festivos, feriados, días feriados, días inhábiles, cerrado, media jornada, cierre anticipado',
    ja: '休日, 祝日, 祝祭日, 休場, 休場日, 休業日, 半日立会, 半日取引',
    zh: '假日, 节假日, 假期, 公共假日, 休市, 休市日, 半日市',
  },
});
