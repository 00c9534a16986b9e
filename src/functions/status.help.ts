import { explain } from './help/explain';
import { lunchBreaks } from './is-open.help';
import { status } from './status';
import { FIELDS, HEADERS, MICS, ZONE } from './parameters/shared.help';

export const statusHelp = explain(status, {
  summary: 'Whether stock exchanges are open now, with their local time and the hours of the day.',
  returns:
    'A table of one row per exchange, in the order given: mic, day_of_week, is_weekend, is_business_day, status, ' +
    'is_early_close, local_time, open_time, close_time, holiday_name. It is up to a minute old when the sheet ' +
    'recalculates. In its lunch break an exchange is Closed, as in MD.ISOPEN, also where the service has one ' +
    'session from morning to evening.',
  parameters: {
    mics: MICS,
    fields: FIELDS,
    headers: HEADERS,
    zone: ZONE,
  },
  sections: [lunchBreaks],
  examples: [
    { formula: '=MD.STATUS("XNYS","status")', gives: 'Open or Closed, in one cell' },
    {
      formula: '=MD.STATUS("XNYS,XLON,XTKS","mic,status,local_time")',
      gives: 'whether three exchanges trade, and what time it is there',
    },
    { formula: '=MD.STATUS("XLON",,,"local")', gives: "everything on London's day, on this computer's clock" },
  ],
  seeAlso: ['ISOPEN', 'HOURS', 'MARKETS'],
  searchWords: {
    en: 'open now, is open, market status, closed now, early close',
    de: 'jetzt offen, geöffnet, Marktstatus, Börsenstatus, geschlossen',
    fr: 'ouvert maintenant, état du marché, statut du marché, fermé',
    es: 'abierto ahora, estado del mercado, cerrado',
    ja: '現在の状態, 市場の状態, 開いている, 閉まっている',
    zh: '当前状态, 市场状态, 是否开市, 休市',
  },
});
