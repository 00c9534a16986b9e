// Written by `npm run docs` from the catalog: change that instead.
export { live as LIVE } from '../../live';
