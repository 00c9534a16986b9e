// Written by `npm run docs` from the catalog: change that instead.
export { hours as HOURS } from '../../hours';
export { holidays as HOLIDAYS } from '../../holidays';
export { markets as MARKETS } from '../../markets';
export { status as STATUS } from '../../status';
