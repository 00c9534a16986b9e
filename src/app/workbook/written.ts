// Code that writes on a click or on schedule: frozen formulas, snapshots, sheets, texts for an audit. It is the script
// written.js.
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
