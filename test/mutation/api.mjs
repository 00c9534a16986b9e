import { mutate } from './mutate.mjs';

export default mutate('api', ['api'], ['operations.ts', 'interface/records.ts']);
