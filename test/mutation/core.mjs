import { mutate } from './mutate.mjs';

export default mutate('core', ['core']);
