// What the pane needs for alerts, formulas of other add-ins and sample models, but for its elements: those would take parts
// of its script out of it. It is the script tools.js.
export { Alerts } from '../../app/workbook/alerts';
export { plansOf, planTranslation, planTranslations } from '../../app/workbook/translate';
export { SAMPLE_MODELS } from '../models/catalog';
export { textsOfTools, translationHints, translationText } from './texts';
