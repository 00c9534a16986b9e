import { explain, type HelpSection } from './help/explain';
import { isOpen } from './is-open';
import { ZONE_WORDS } from './parameters/shared.help';
import { LUNCH_BREAKS } from '../core/calendar/opening';

export const isOpenHelp = explain(isOpen, {
  summary: 'Whether an exchange trades at a date and time: holidays, half days and lunch breaks count.',
  returns:
    'TRUE from the opening up to the closing, FALSE otherwise; at the closing time itself the exchange is closed. ' +
    'A date without a time is its midnight. In a lunch break it is FALSE: where the service lists a session for ' +
    'the morning and one for the afternoon, these decide; where it lists one for the whole day, the table of ' +
    'lunch breaks below does. A half day that ends before or in the break has none.',
  parameters: {
    mic: 'MIC code of the exchange, such as XNYS',
    at: 'Date and time, such as NOW(), or a text such as "2026-11-20 09:30"',
    zone: {
      text:
        'Whose wall clock "at" was read from: exchange, utc, local, or a name such as "Europe/Paris"; local if ' +
        'omitted, while MD.HOURS gives times of the exchange; a text with an offset needs none',
      words: ZONE_WORDS,
    },
  },
  sections: [lunchBreaks],
  examples: [
    { formula: '=MD.ISOPEN("XNYS",NOW())', gives: "TRUE while New York trades, on any computer's clock" },
    {
      formula: '=MD.ISOPEN("XNYS","2026-11-27 13:30","exchange")',
      gives: 'FALSE: New York closes at 13:00 on the day after Thanksgiving',
    },
    { formula: '=MD.ISOPEN("XTKS","2026-11-20T01:00:00Z")', gives: 'TRUE: it is ten in the morning in Tokyo' },
    { formula: '=MD.ISOPEN("XTKS","2026-11-20 12:00","exchange")', gives: 'FALSE: Tokyo is at lunch' },
  ],
  seeAlso: ['STATUS', 'HOURS', 'WORKDAY'],
  searchWords: {
    en: 'is open, open now, trading now, closed, lunch, lunch break',
    de: 'geöffnet, offen, ist offen, jetzt, Mittagspause',
    fr: 'ouvert, est ouvert, maintenant, pause de midi, pause déjeuner',
    es: 'abierto, está abierto, ahora, pausa del mediodía',
    ja: '開場中, 取引中, 昼休み',
    zh: '是否开市, 交易中, 午休',
  },
});

/** Where the breaks are published, by MIC. */
const LUNCH_SOURCES: Readonly<Record<string, string>> = {
  XTKS: 'Japan Exchange Group, trading hours of domestic stocks',
  XHKG: 'HKEX, trading hours of the securities market',
  XSHG: 'Shanghai Stock Exchange, trading rules',
  XSHE: 'Shenzhen Stock Exchange, trading rules',
  XKLS: 'Bursa Malaysia, trading sessions of the securities market',
  XIDX: 'Indonesia Stock Exchange, trading hours of the regular market',
  XBKK: 'Stock Exchange of Thailand, trading hours, extended on 25 March 2024',
  XPHS: 'Philippine Stock Exchange, trading hours',
  XSTC: 'Ho Chi Minh Stock Exchange, trading rules',
  HSTC: 'Hanoi Stock Exchange, trading rules',
};

/** The lunch breaks that MD.ISOPEN and MD.STATUS use, with their sources. */
export function lunchBreaks(): HelpSection {
  return {
    title: 'Lunch breaks',
    text: 'On the clock of the exchange, the newest first. Of exchanges that are not listed no break is known.',
    head: ['exchange', 'break', 'source'],
    rows: Object.entries(LUNCH_BREAKS).map(([mic, breaks]) => [mic, breaks, LUNCH_SOURCES[mic] ?? '']),
  };
}
