// The code of this module that a first quote does not need: all other functions, and streams. It is the script more.js.
export { openStream } from './evaluate/stream';
export { CATALOG } from './catalog';
