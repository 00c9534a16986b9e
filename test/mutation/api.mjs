import { mutate } from './mutate.mjs';

export default mutate('api', ['api', 'app', 'functions'], ['operations.ts', 'records.ts']);
