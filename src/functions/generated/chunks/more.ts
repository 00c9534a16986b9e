// Written by `npm run docs` from the catalog: change that instead.
export { symbolList as SYMBOLS } from '../../symbol-list';
export { convert as CONVERT } from '../../convert';
export { news as NEWS } from '../../news';
export { usage as USAGE } from '../../usage';
export { get as GET } from '../../get';
export { ok as OK } from '../../ok';
