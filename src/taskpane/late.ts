// The parts of the pane that few users open at once. It is the script tools.js.
export { ActivityTab } from './activity/activity-tab';
export { AlertsSection, CrossedAlerts } from './cells/alerts';
export { CellChart, PreviewChart } from './chart/cell-chart';
export { TraceSection } from './cells/trace-section';
export { TranslateSection } from './cells/translate-section';
export { ModelsTab } from './models/models-tab';
export { TranslatedFormula } from './search/translated-formula';
