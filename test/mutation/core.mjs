import { mutate } from './mutate.mjs';

export default mutate('core', ['core'], ['calendar/index-exchanges.ts', 'calendar/settlement.ts']);
