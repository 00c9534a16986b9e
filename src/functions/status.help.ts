import { explain } from './help/explain';
import { lunchBreaks } from './is-open.help';
import { status } from './status';
import { FIELDS, HEADERS, MICS, ZONE } from './parameters/shared.help';

export const statusHelp = explain(status, {
  summary: 'Whether stock exchanges are open now, when they open and close next, and the hours of the day.',
  returns:
    'A table of one row per exchange, in the order given: mic, day_of_week, is_weekend, is_business_day, status, ' +
    'is_early_close, local_time, open_time, close_time, holiday_name. It is up to a minute old when the sheet ' +
    'recalculates. In its lunch break an exchange is Closed, as in MD.ISOPEN, also where the service has one ' +
    'session from morning to evening. If the fields name them, next_open and next_close are the next opening and the ' +
    'next close after local_time: half days, holidays, weekends and lunch breaks count. They come from the ' +
    'calendar of the year, which is requested once a day and shared with MD.ISOPEN and MD.WORKDAY.',
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
    {
      formula: '=MD.STATUS("XNYS,XLON,XTKS","mic,next_open,next_close",,"local")',
      gives: "when three exchanges open and close next, on this computer's clock",
    },
    { formula: '=MD.STATUS("XLON",,,"local")', gives: "everything on London's day, on this computer's clock" },
  ],
  seeAlso: ['ISOPEN', 'HOURS', 'MARKETS'],
  searchWords: {
    en: 'open now, is open, market status, closed now, early close, when does it open, next open, next close, opens at',
    de: 'jetzt offen, geöffnet, Marktstatus, Börsenstatus, geschlossen, wann öffnet, nächste Öffnung, nächster Schluss',
    fr: 'ouvert maintenant, état du marché, statut du marché, fermé, quand ouvre, prochaine ouverture, prochaine clôture',
    es: 'abierto ahora, estado del mercado, cerrado, cuándo abre, próxima apertura, próximo cierre',
    ja: '現在の状態, 市場の状態, 開いている, 閉まっている, いつ開く, 次の寄り付き, 次の引け',
    zh: '当前状态, 市场状态, 是否开市, 休市, 何时开市, 下次开盘, 下次收盘',
  },
});
