// What the pane needs for formulas of other add-ins, but for its elements: those would take parts of the pane's script
// out of it. It is the script tools.js.
export { plansOf, planTranslation, planTranslations } from '../../app/workbook/translate';
export { textsOfTools, translationText } from './texts';
