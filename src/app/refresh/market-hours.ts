import { AREAS, type Area } from '../../api/interface/operation';
import { exchangeOfIndex } from '../../core/calendar/index-exchanges';
import { symbolParts } from '../../core/names/symbol-parts';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import type { MdCell } from './cells';
import { type Exchanges, exchangesNow } from './open-exchanges';
import { type MdCall, namesIn, readCalls, symbolsOf, takesSymbols, valuesOf } from './read-calls';
import { MS_PER_HOUR } from '../../core/calendar/units';
import { DAYS_PER_WEEK, FIRST_WEEKDAY, FRIDAY } from '../../core/calendar/weekdays';

const WEEK_HOURS = DAYS_PER_WEEK * 24;

/** Opening and close in hours since Sunday, 00:00 UTC. */
type TradingHours = readonly [opens: number, closes: number];

const FRIDAY_NIGHT = FRIDAY * 24 + 22;
/**
 * The widest trading hours of each area: currencies and commodities from Sunday evening to Friday evening in New York,
 * stocks and indices from the opening in Riyadh on Sunday, cryptocurrencies always. Hours and holidays of
 * single exchanges come from the calendar.
 */
const WEEKS: Readonly<Record<Area, TradingHours>> = {
  currencies: [21, FRIDAY_NIGHT],
  commodities: [21, FRIDAY_NIGHT],
  stocks: [6, FRIDAY_NIGHT],
  indices: [6, FRIDAY_NIGHT],
  crypto: [0, WEEK_HOURS],
};

/**
 * Whether anything in the area may be trading at the moment.
 *
 * @internal
 */
export function mayTrade(area: Area, nowMs: number): boolean {
  const hour = (nowMs / MS_PER_HOUR + FIRST_WEEKDAY * 24) % WEEK_HOURS;
  const [opens, closes] = WEEKS[area];
  return hour >= opens && hour < closes;
}

/** A symbol whose price is shown; undefined where the formula does not tell. */
interface PricedSymbol {
  readonly area: Area | undefined;
  readonly symbol: string;
}

/**
 * Whether no price in the cells can change now: by the week of each area, and for stocks and indices by the trading
 * calendar. Cells without prices are ignored.
 */
export async function areAllClosed(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<boolean> {
  const calls = (await readCalls(session, cells, functions)).filter(({ traits }) => hasPrices(traits));
  const symbols = calls.flatMap((call) => pricedSymbolsOf(call, session.settings.area));
  const inWeek = symbols.filter(({ area }) => area === undefined || mayTrade(area, session.now()));
  if (symbols.length === 0 || inWeek.length === 0) return symbols.length > 0;
  if (!inWeek.every(({ area }) => area === 'stocks' || area === 'indices')) return false;
  const exchanges = await exchangesNow(session);
  return exchanges !== undefined && inWeek.every((one) => isClosed(one, exchanges));
}

/** An index follows its exchange. On which exchange a stock is traded is not known, so all must be closed. */
function isClosed({ area, symbol }: PricedSymbol, exchanges: Exchanges): boolean {
  const mic = area === 'indices' ? exchangeOfIndex(symbol) : undefined;
  const isOpen = mic === undefined ? undefined : exchanges.get(mic);
  return isOpen === undefined ? ![...exchanges.values()].includes(true) : !isOpen;
}

/**
 * The operations whose answers change only while a market trades: quotes, ticks and conversions, but no news and no
 * lists.
 */
const PRICES = /^GET \/([a-z]+)\/(?:quotes$|convert\/|\{symbol\}\/ticks$)/;
const priceAreasOf = ({ sources }: FunctionTraits): (Area | undefined)[] =>
  sources.flatMap((id) => PRICES.exec(id)?.slice(1) ?? []).map(areaNamed);
/** What a path requests may be prices too. */
const hasPrices = (traits: FunctionTraits): boolean => priceAreasOf(traits).length > 0 || traits.takesPath === true;

function pricedSymbolsOf(call: MdCall, standard: Area): PricedSymbol[] {
  const areas = priceAreasOf(call.traits);
  const usual = areas.includes(standard) ? standard : areas[0];
  const values = valuesOf(call, 'area');
  const [written] = namesIn(values[0] ?? []);
  const ofCall = values.includes(undefined) ? undefined : written === undefined ? usual : areaNamed(written);
  if (!takesSymbols(call.traits)) return [{ area: ofCall, symbol: '' }];
  return (symbolsOf(call) ?? ['']).map((name) => {
    const { area, symbol } = symbolParts(name);
    return { area: area === undefined ? ofCall : areaNamed(area), symbol };
  });
}

const areaNamed = (name: string): Area | undefined => AREAS.find((area) => area === name.trim().toLowerCase());
