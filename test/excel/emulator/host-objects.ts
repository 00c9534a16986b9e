import type { Traits } from './app-context';
import type { ResultLine } from './cell-result';
import type { HostObjects } from './process-query';

/** What the add-in may say to the workbook and its window. */
export interface HostEvents {
  ready(): void;
  results(lines: readonly ResultLine[]): void;
  calculate(kind: string): void;
  showPane(isShown: boolean): void;
  commandCompleted(): void;
}

/** Serials of 1 January 2000. */
const YEAR_2000 = { '1900': 36_526, '1904': 35_064 } as const;

/** Every object of Excel that office.js or the add-in uses. Whatever is not here fails the test that asked for it. */
export const hostObjects = (traits: Traits, on: HostEvents): HostObjects => ({
  'root': {},
  'root.Functions': {},
  'root.Functions.Date(2000,1,1)': { properties: { Value: () => YEAR_2000[traits.dateSystem] } },
  'root.Application': { methods: { Calculate: (kind: string) => { on.calculate(kind); } } },
  'Microsoft.InternalService.AddinInternalService': { methods: { NotifyActionHandlerReady: () => null } },
  'Microsoft.AppRuntime.AppRuntimeService': {
    methods: { SetAppRuntimeState: (state: string) => { on.showPane(state === 'Visible'); } },
  },
  'Microsoft.ExcelServices.CustomFunctions': {
    methods: {
      _SetOsfControlContainerReadyForCustomFunctions: () => { on.ready(); },
      _GetEnabledFeatures: () => traits.enabledFeatures,
      SetInvocationArrayResults: (lines: readonly ResultLine[]) => { on.results(lines); },
    },
  },
});
