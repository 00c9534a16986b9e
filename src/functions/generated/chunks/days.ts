// Written by `npm run docs` from the catalog: change that instead.
export { isOpen as ISOPEN } from '../../is-open';
export { workday as WORKDAY } from '../../workday';
export { networkDays as NETWORKDAYS } from '../../network-days';
export { settle as SETTLE } from '../../settle';
