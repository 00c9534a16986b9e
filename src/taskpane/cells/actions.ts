// One script for all actions on cells that the user has to click for.
export { freeze } from '../../app/freeze/freeze';
export { thaw } from '../../app/freeze/thaw';
export { compareSnapshot } from '../../app/snapshot/compare';
export { leaveSnapshot, showSnapshot } from '../../app/snapshot/show';
export { takeSnapshot } from '../../app/snapshot/take';
