import type { ComponentType } from 'preact';
import type { TabProps } from './tab-props';

export interface Tab {
  /** Also the key of the tab's name in the shell's texts. */
  readonly id: 'functions' | 'cells' | 'activity' | 'models' | 'settings';
  readonly load: () => Promise<ComponentType<TabProps>>;
}

/** The pane's tabs in order. Each tab's code is loaded when it is first shown. */
export const TABS: readonly Tab[] = [
  {
    id: 'functions',
    load: async () => (await import(/* webpackChunkName: "pane-functions" */ './functions/functions-tab')).FunctionsTab,
  },
  { id: 'cells', load: async () => (await import(/* webpackChunkName: "pane-cells" */ './cells/cells-tab')).CellsTab },
  {
    id: 'activity',
    load: async () => (await import(/* webpackChunkName: "pane-activity" */ './activity/activity-tab')).ActivityTab,
  },
  {
    id: 'models',
    load: async () => (await import(/* webpackChunkName: "pane-models" */ './models/models-tab')).ModelsTab,
  },
  {
    id: 'settings',
    load: async () => (await import(/* webpackChunkName: "pane-settings" */ './settings/settings-tab')).SettingsTab,
  },
];
