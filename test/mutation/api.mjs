import { mutate } from './mutate.mjs';

export default mutate('api', ['api'], ['operations.ts', 'records.ts']);
