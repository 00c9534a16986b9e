import type { FunctionTraits } from '../app/function-traits';
import { isReady, readArguments } from './evaluate/invoke';
import { TRAITS } from './generated/function-traits';
import { PRICED_FUNCTIONS } from './generated/priced-functions';

/** What refresh needs to know about functions, plus the prices of those whose requests do not add up by a rule. */
export const PRICED_TRAITS: readonly FunctionTraits[] = TRAITS.map((traits) => ({
  ...traits,
  ...pricingOf(traits.id),
}));

/** The function's code is loaded with the first formula whose price is requested. */
function pricingOf(id: string): Pick<FunctionTraits, 'price'> {
  const load = PRICED_FUNCTIONS[id];
  if (!load) return {};
  return {
    async price(values, session, call) {
      const declaration = await load();
      await session.ready;
      if (!isReady(session) || !declaration.price) return 1;
      return declaration.price(readArguments(declaration, values, session), session, call);
    },
  };
}
