// Written by `npm run docs` from the catalog: change that instead.
export { filings as FILINGS } from '../../filings';
export { score as SCORE } from '../../score';
