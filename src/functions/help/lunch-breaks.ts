import type { HelpSection } from './help-section';
import { WEEKDAY_NAMES } from '../../core/calendar/iso-dates';
import { LUNCH_BREAKS, type LunchBreak } from '../../core/calendar/opening';

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
  const rows = Object.entries(LUNCH_BREAKS).map(([mic, breaks]) => [
    mic,
    breaks.map(describe).join('; '),
    LUNCH_SOURCES[mic] ?? '',
  ]);
  return {
    title: 'Lunch breaks',
    text: 'On the clock of the exchange, the newest first. Of exchanges that are not listed no break is known.',
    head: ['exchange', 'break', 'source'],
    rows,
  };
}

const describe = ({ since, from, to, weekdays }: LunchBreak): string =>
  [
    `${from} to ${to}`,
    ...(weekdays ? [`on ${weekdays.map((day) => WEEKDAY_NAMES[day]).join(', ')}`] : []),
    ...(since === '' ? [] : [`since ${since}`]),
  ].join(' ');
