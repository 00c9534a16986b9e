import { mutate } from './mutate.mjs';

export default mutate('core', ['core', 'functions'], ['calendar/index-exchanges.ts', 'calendar/settlement.ts']);
