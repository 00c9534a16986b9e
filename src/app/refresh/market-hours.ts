import { AREAS, type Area } from '../../api/interface/operation';
import type { FunctionTraits, ParameterTraits } from '../function-traits';
import type { Session } from '../session';
import type { MdCell } from './cells';
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
 * stocks and indices from the opening in Riyadh on Sunday, cryptocurrencies always. Holidays of single exchanges are
 * ignored.
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

/** Whether no price in the cells can change now. Cells without prices are ignored. */
export async function areAllClosed(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<boolean> {
  const calls = (await readCalls(session, cells, functions)).filter(({ traits }) => traits.parameters.some(isArea));
  const areas = new Set(calls.flatMap((call) => areasOf(call, session.settings.area)));
  return areas.size > 0 && ![...areas].some((area) => area === undefined || mayTrade(area, session.now()));
}

const isArea = ({ name }: ParameterTraits): boolean => name === 'area';

/** Undefined if the formula does not tell. */
function areasOf(call: MdCall, standard: Area): (Area | undefined)[] {
  const [values] = valuesOf(call, isArea);
  const [written = standard] = namesIn(values ?? []);
  const ofCall = values === undefined ? undefined : areaNamed(written);
  if (!holdsSymbols(call.traits)) return [ofCall];
  return (symbolsOf(call) ?? ['']).map((name) => (name.includes(':') ? areaNamed(name.split(':')[0]!) : ofCall));
}

const areaNamed = (name: string): Area | undefined => AREAS.find((area) => area === name.trim().toLowerCase());
