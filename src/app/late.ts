// What no first quote needs of this room, nor of the settings that it must wait for. It comes in the script workbook.js.
export { accountArchive } from './archive';
export { DailyBudget } from './daily-budget';
export { LastValues } from './last-values';
export { checkSettings, storeSettings } from './settings-check';
