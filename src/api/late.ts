// The code of this module that a first quote does not need. It is in the script more.js, with all other functions.
export { operationOf } from './operations';
export { checkListing } from './listing';
export { adviseOn } from './symbol-finder';
