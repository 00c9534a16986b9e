import { mutate } from './mutate.mjs';

export default mutate('core', ['core', 'functions'], ['names/index-exchanges.ts', 'calendar/settlement.ts']);
