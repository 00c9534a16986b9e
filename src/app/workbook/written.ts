// Code that writes on a click or on schedule: frozen formulas, snapshots, sheets, texts for an audit. It is the script
// written.js.
export { freeze, thaw } from './freeze';
export { traceOrigin } from './origin';
export { originText } from './origin-text';
export { deleteSnapshot, leaveSnapshot, showSnapshot, snapshots, takeSnapshot } from './snapshot';
export { compareSnapshot } from './snapshot-compare';
export { checkRule, dueTimes, dueName, takeDue, takenTimes } from './snapshot-due';
export { writeComparisonSheet, writeSnapshotSheet } from './snapshot-sheet';
