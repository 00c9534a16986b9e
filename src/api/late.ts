// What no first quote needs of this room. It comes in the script more.js, with all other functions.
export { operationOf } from './operations';
export { adviseOn } from './symbol-finder';
export { upload } from './upload';
