// The code of this module that neither a first quote nor its settings need. It is in the script workbook.js.
export { accountArchive } from './archive';
export { DailyBudget } from './daily-budget';
export { LastValues } from './last-values';
export { checkSettings } from './settings-check';
