// Written by `npm run docs` from the catalog: change that instead.
export { ticks as TICKS } from '../../ticks';
