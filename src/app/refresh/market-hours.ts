import { AREAS, type Area } from '../../api/interface/operation';
import { exchangeOfIndex } from '../../core/calendar/index-exchanges';
import { splitPrefix } from '../../core/prefix';
import type { FunctionTraits, ParameterTraits } from '../function-traits';
import type { Session } from '../session';
import type { MdCell } from './cells';
import { type Exchanges, exchangesNow } from './open-exchanges';
import { holdsSymbols, type MdCall, namesIn, readCalls, symbolsOf, valuesOf } from './read-calls';

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
/** Unix time begins on a Thursday; weeks begin on Sunday. */
const FIRST_HOUR = 4 * 24;

/** Opening and close in hours since Sunday, 00:00 UTC. */
type Week = readonly [opens: number, closes: number];

const FRIDAY_NIGHT = 5 * 24 + 22;
/**
 * The widest trading hours of each area: currencies and commodities from Sunday evening to Friday evening in New York,
 * stocks and indices from the opening in Riyadh on Sunday, cryptocurrencies always. Hours and holidays of
 * single exchanges come from the calendar.
 */
const WEEKS: Readonly<Record<Area, Week>> = {
  currencies: [21, FRIDAY_NIGHT],
  commodities: [21, FRIDAY_NIGHT],
  stocks: [6, FRIDAY_NIGHT],
  indices: [6, FRIDAY_NIGHT],
  crypto: [0, WEEK_HOURS],
};

/** Whether anything in the area may be trading at the moment. */
export function mayTrade(area: Area, nowMs: number): boolean {
  const hour = (nowMs / HOUR_MS + FIRST_HOUR) % WEEK_HOURS;
  const [opens, closes] = WEEKS[area];
  return hour >= opens && hour < closes;
}

/** A symbol whose price is shown; undefined where the formula does not tell. */
interface Shown {
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
  const shown = calls.flatMap((call) => shownBy(call, session.settings.area));
  const inWeek = shown.filter(({ area }) => area === undefined || mayTrade(area, session.now()));
  if (shown.length === 0 || inWeek.length === 0) return shown.length > 0;
  if (!inWeek.every(({ area }) => area === 'stocks' || area === 'indices')) return false;
  const exchanges = await exchangesNow(session);
  return exchanges !== undefined && inWeek.every((one) => isClosed(one, exchanges));
}

/** An index follows its exchange. On which exchange a stock is traded is not known, so all must be closed. */
function isClosed({ area, symbol }: Shown, exchanges: Exchanges): boolean {
  const mic = area === 'indices' ? exchangeOfIndex(symbol) : undefined;
  const isOpen = mic === undefined ? undefined : exchanges.get(mic);
  return isOpen === undefined ? ![...exchanges.values()].includes(true) : !isOpen;
}

const isArea = ({ name }: ParameterTraits): boolean => name === 'area';
const TICKS = 'GET /indices/{symbol}/ticks';
const hasPrices = ({ parameters, sources }: FunctionTraits): boolean =>
  parameters.some(isArea) || sources.includes(TICKS);

function shownBy(call: MdCall, standard: Area): Shown[] {
  const [given] = valuesOf(call, isArea);
  const [written = standard] = namesIn(given ?? []);
  const isOfIndices = call.traits.sources.includes(TICKS);
  const ofCall = isOfIndices ? 'indices' : given === undefined ? undefined : areaNamed(written);
  if (!holdsSymbols(call.traits)) return [{ area: ofCall, symbol: '' }];
  return (symbolsOf(call) ?? ['']).map((name) => {
    const { prefix, name: symbol } = splitPrefix(name);
    return { area: prefix === undefined ? ofCall : areaNamed(prefix), symbol };
  });
}

const areaNamed = (name: string): Area | undefined => AREAS.find((area) => area === name.trim().toLowerCase());
