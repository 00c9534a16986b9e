import { type Cycle, SETTLEMENT_RULES } from '../../core/calendar/settlement';
import type { HelpSection } from './help-section';

/** The settlement cycles that MD.SETTLE uses, with their sources. */
export function settlementCycles(): HelpSection {
  const rows = SETTLEMENT_RULES.map(({ where, cycles, source }) => [where, cycles.map(describe).join('; '), source]);
  return {
    title: 'Settlement cycles',
    text:
      'T+1 is the first trading day after the trade. A cycle holds for trades from its date on; one of a date to ' +
      'come is decided and not yet in force.',
    head: ['exchanges in', 'cycle of shares', 'source'],
    rows,
  };
}

const describe = ({ from, days }: Cycle): string => (from === '' ? `T+${days}` : `T+${days} from ${from}`);
