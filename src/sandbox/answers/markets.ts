import { isoFromDay } from '../../core/calendar/dates';
import { dayIn } from '../../core/calendar/zones';
import type { AnswerHandlers, Scene } from '../answer';
import { isWorkingDay, specialDay, weekAt } from '../calendar/calendar';
import { daysBetween, type SimulatedSession, sessionOf, zonedText, summerTime } from '../calendar/sessions';
import { type Exchange, EXCHANGES, exchangeOf } from '../exchanges/exchanges';
import { currencyOf } from '../instruments/instruments';
import { invalid } from '../refusal';
import type { Query } from '../parameters';
import { WEEKDAY_NAMES, weekdayName } from '../../core/calendar/iso-dates';

const DEFAULT_HOURS_DAYS = 6;
const DEFAULT_HOLIDAYS_DAYS = 365;
const MAX_RANGE_DAYS = 20 * 366;

function exchangesFor(query: Query, scene: Scene): readonly Exchange[] {
  const mics = query.namesOf('mic');
  if (!mics || mics.length === 0) return EXCHANGES;
  scene.unknownNames.push(...mics.filter((mic) => !exchangeOf(mic)));
  return EXCHANGES.filter(({ mic }) => mics.includes(mic));
}

/** The requested days. Without a start they begin today, by the exchange's clock. */
function daysFor(query: Query, { zone }: Exchange, { nowMs }: Scene, length: number): readonly number[] {
  const start = query.numberOf('start') ?? dayIn(zone, nowMs);
  const end = query.numberOf('end') ?? start + length;
  if (end < start)
    throw invalid({ loc: ['query', 'end'], msg: 'Input should not be before start', type: 'value_error' });
  if (end - start > MAX_RANGE_DAYS)
    throw invalid({ loc: ['query', 'end'], msg: 'Input should be within 20 years of start', type: 'value_error' });
  return daysBetween(start, end);
}

const times = ({ zone }: Exchange, session: SimulatedSession | undefined) => ({
  open_time: session ? zonedText(zone, session.opensMs) : null,
  close_time: session ? zonedText(zone, session.closesMs) : null,
});

const flagOf = (countryCode: string): string =>
  String.fromCodePoint(...Array.from(countryCode, (letter) => letter.charCodeAt(0) - 65 + 0x1f1e6));

function market(exchange: Exchange, nowMs: number) {
  const currency = currencyOf(exchange.currencyCode);
  const summer = summerTime(exchange.zone, nowMs);
  const { mic, exchange: name, acronym, lei, url, city, country, countryCode } = exchange;
  return {
    mic,
    exchange: name,
    acronym,
    lei,
    url,
    city,
    country,
    country_code: countryCode,
    flag: flagOf(countryCode),
    currency_name: currency?.name ?? '',
    currency_code: exchange.currencyCode,
    currency_symbol: currency?.symbol ?? '',
    region: exchange.region,
    timezone: exchange.zone,
    timezone_abbr: exchange.zoneNames[summer.isObserved ? 1 : 0],
    utc_offset: zonedText(exchange.zone, nowMs).slice('2026-03-09T09:30:00'.length).replace(':', ''),
    dst: summer.isObserved,
    previous_dst_transition: summer.previous,
    next_dst_transition: summer.next,
    working_days: weekAt(exchange, dayIn(exchange.zone, nowMs)).map((weekday) => WEEKDAY_NAMES[weekday]),
    open_time: exchange.open,
    close_time: exchange.close,
    early_close_time: exchange.earlyClose,
  };
}

const hoursRecord = (exchange: Exchange, session: SimulatedSession) => ({
  mic: exchange.mic,
  date: isoFromDay(session.day),
  day_of_week: weekdayName(session.day),
  is_early_close: session.isEarlyClose,
  ...times(exchange, session),
  holiday_name: session.name,
});

const isWeekend = (exchange: Exchange, day: number): boolean => !isWorkingDay(exchange, day);

function holidayRecords(exchange: Exchange, day: number) {
  const special = specialDay(exchange, day);
  if (!special) return [];
  const session = sessionOf(exchange, day);
  return [
    {
      exchange: exchange.exchange,
      flag: flagOf(exchange.countryCode),
      mic: exchange.mic,
      date: isoFromDay(day),
      day_of_week: weekdayName(day),
      is_weekend: isWeekend(exchange, day),
      is_business_day: session !== undefined,
      holiday_name: special.name,
      is_early_close: special.isEarlyClose,
      ...times(exchange, session),
    },
  ];
}

function statusRecord(exchange: Exchange, nowMs: number) {
  const day = dayIn(exchange.zone, nowMs);
  const session = sessionOf(exchange, day);
  const isOpen = session !== undefined && nowMs >= session.opensMs && nowMs < session.closesMs;
  return {
    mic: exchange.mic,
    day_of_week: weekdayName(day),
    is_weekend: isWeekend(exchange, day),
    is_business_day: session !== undefined,
    status: isOpen ? 'Open' : 'Closed',
    is_early_close: session ? session.isEarlyClose : null,
    local_time: zonedText(exchange.zone, nowMs),
    ...times(exchange, session),
    holiday_name: specialDay(exchange, day)?.name ?? null,
  };
}

export const MARKETS: AnswerHandlers = {
  'GET /stocks/markets': (query, scene) => exchangesFor(query, scene).map((exchange) => market(exchange, scene.nowMs)),
  'GET /stocks/markets/status': (query, scene) =>
    exchangesFor(query, scene).map((exchange) => statusRecord(exchange, scene.nowMs)),
  'GET /stocks/markets/hours': (query, scene) =>
    exchangesFor(query, scene).flatMap((exchange) =>
      daysFor(query, exchange, scene, DEFAULT_HOURS_DAYS).flatMap((day) => {
        const session = sessionOf(exchange, day);
        return session ? [hoursRecord(exchange, session)] : [];
      }),
    ),
  'GET /stocks/markets/holidays': (query, scene) =>
    exchangesFor(query, scene).flatMap((exchange) =>
      daysFor(query, exchange, scene, DEFAULT_HOLIDAYS_DAYS).flatMap((day) => holidayRecords(exchange, day)),
    ),
};
