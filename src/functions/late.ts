// What no first quote needs of this room: all other functions, and how a cell follows a stream. It is the script more.js.
export { openStream } from './evaluate/stream';
export * as LATE_FUNCTIONS from './generated/late-functions';
