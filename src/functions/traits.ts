import type { FunctionTraits } from '../app/function-traits';
import type { Session } from '../app/session';
import type { Call } from '../core/call';
import { isReady, readArguments } from './evaluate/invoke';
import { TRAITS } from './generated/function-traits';

/** What refresh needs to know about functions, plus the prices of those whose requests do not add up by a rule. */
export const PRICED_TRAITS: readonly FunctionTraits[] = TRAITS.map((traits) =>
  traits.id === 'TICKS' ? { ...traits, price: priceOfTicks } : traits,
);

/** The code is loaded with the first formula whose price is requested. */
async function priceOfTicks(values: readonly unknown[], session: Session, call: Call): Promise<number> {
  const { ticks } = await import(/* webpackChunkName: "ticks" */ './ticks');
  await session.ready;
  if (!isReady(session) || !ticks.price) return 1;
  return ticks.price(readArguments(ticks, values, session), session, call);
}
