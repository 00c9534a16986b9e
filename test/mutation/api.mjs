import { mutate } from './mutate.mjs';

export default mutate('api', ['api', 'functions'], ['operations.ts', 'operations.help.ts', 'interface/records.ts']);
