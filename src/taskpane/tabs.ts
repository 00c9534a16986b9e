import type { ComponentType } from 'preact';
import { ActivityTab } from './activity/activity-tab';
import { CellsTab } from './cells/cells-tab';
import { FunctionsTab } from './functions/functions-tab';
import { ModelsTab } from './models/models-tab';
import { SettingsTab } from './settings/settings-tab';
import type { TabProps } from './tab-props';

export interface Tab {
  /** Also the key of the tab's name in the shell's texts. */
  readonly id: 'functions' | 'cells' | 'activity' | 'models' | 'settings';
  readonly Content: ComponentType<TabProps>;
}

/** The pane's tabs in order. */
export const TABS: readonly Tab[] = [
  { id: 'functions', Content: FunctionsTab },
  { id: 'cells', Content: CellsTab },
  { id: 'activity', Content: ActivityTab },
  { id: 'models', Content: ModelsTab },
  { id: 'settings', Content: SettingsTab },
];
