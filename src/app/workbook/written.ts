// What is done at a click or on schedule: formulas are frozen or traced, snapshots, sheets and texts for an audit are
// written. It is the script written.js.
export { freeze, frozenBlocks, thaw } from './freeze';
export { traceOrigin } from './origin';
export { originText } from './origin-text';
export {
  deleteSnapshot,
  leaveSnapshot,
  markedRanges,
  markSelection,
  snapshots,
  takeSnapshot,
  unmark,
} from './snapshot';
export { checkRule, dueTimes, takePassed } from './snapshot-due';
export { compareSnapshot, showSnapshot } from './snapshot-match';
export { writeComparisonSheet, writeSnapshotSheet } from './snapshot-sheet';
export { trace } from './trace';
