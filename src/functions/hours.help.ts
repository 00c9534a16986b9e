import { explain } from './help/explain';
import { hours } from './hours';
import { FIELDS, HEADERS, MICS, ZONE } from './parameters/shared.help';

export const hoursHelp = explain(hours, {
  summary: 'Trading sessions of stock exchanges, half days included, as real dates and times.',
  returns:
    'A table of one row per session: mic, date, day_of_week, is_early_close, open_time, close_time, holiday_name; ' +
    'by market in the order given, then by date. Blank cells among the exchanges are skipped; for a single day they, and ' +
    'exchanges that are closed, have a row too, so that each row stays beside its exchange. Times on the wall clock of the exchange unless zone says ' +
    'otherwise. A session may include a lunch break, which MD.ISOPEN and MD.STATUS know.',
  parameters: {
    mics: MICS,
    start: 'First day; today if omitted',
    end: 'Last day; six days after the first if omitted',
    fields: FIELDS,
    headers: HEADERS,
    zone: ZONE,
  },
  examples: [
    { formula: '=MD.HOURS("XNYS")', gives: 'the sessions in New York for today and the next six days' },
    {
      formula: '=MD.HOURS("XNYS,XLON","2026-11-23","2026-11-27","mic,date,open_time,close_time")',
      gives: 'the opening hours of two exchanges in Thanksgiving week',
    },
    {
      formula: '=MD.HOURS("XTKS","2026-11-24","2026-11-24","open_time",,"local")',
      gives: "when Tokyo opens that day, on this computer's clock",
    },
  ],
  seeAlso: ['STATUS', 'HOLIDAYS', 'ISOPEN', 'MARKETS'],
  searchWords: {
    en:
      'trading hours, opening hours, session, open, close, opening time, market hours, next open, next close, lunch, ' +
      'lunch break',
    de:
      'Handelszeiten, Handelszeit, Öffnungszeiten, Börsenzeiten, Handelssitzung, Sitzung, Börseneröffnung, ' +
      'Börsenschluss, Handelsschluss, Mittagspause',
    fr:
      "horaires, heures de négociation, heures d'ouverture, horaires de bourse, séance, ouverture, fermeture, " +
      'clôture, pause de midi, pause déjeuner',
    es: 'horario, horario de negociación, horario bursátil, sesión, apertura, cierre, pausa del mediodía',
    ja: '取引時間, 立会時間, 前場, 後場, 寄り付き, 大引け, 昼休み',
    zh: '交易时间, 交易时段, 开盘时间, 收盘时间, 开盘, 收盘, 早盘, 午休',
  },
});
