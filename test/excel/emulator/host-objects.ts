import type { Traits } from './app-context';
import type { ResultLine } from './cell-result';
import type { World } from './process-query';
import type { EmulatedWorkbook } from './workbook/emulated-workbook';
import { workbookObjects } from './workbook/workbook-objects';

/** What the add-in may say to the workbook and its window. */
export interface HostEvents {
  ready(): void;
  /** The add-in sent a message of that many bytes. */
  sent(bytes: number): void;
  results(lines: readonly ResultLine[]): void;
  calculate(kind: string): void;
  showPane(isShown: boolean): void;
  commandCompleted(): void;
  /** What the workbook keeps for the add-in, as JSON, by name. */
  settings(): readonly (readonly [name: string, json: string])[];
  saveSettings(all: readonly (readonly [name: string, json: string])[]): void;
}

/** Serials of 1 January 2000. */
const YEAR_2000 = { '1900': 36_526, '1904': 35_064 } as const;

/** Every object of Excel that office.js or the add-in uses. Whatever is not here fails the test that asked for it. */
export function hostWorld(traits: Traits, workbook: EmulatedWorkbook, on: HostEvents): World {
  const kept: World['kept'] = new Map();
  const { children, methods } = workbookObjects(workbook);
  return {
    kept,
    root: {
      properties: {
        ReadOnly: () => {
          workbook.onRightsAsked();
          return workbook.isReadOnly;
        },
      },
      methods: {
        ...methods,
        _RemoveReference: (reference: string) => {
          kept.delete(reference);
        },
      },
      children: {
        ...children,
        Functions: () => ({
          children: {
            Date: (year: number, month: number, day: number) => {
              if (year !== 2000 || month !== 1 || day !== 1)
                throw new RangeError(`Only DATE(2000,1,1) is known, not ${year}, ${month}, ${day}`);
              return { properties: { Value: () => YEAR_2000[traits.dateSystem] } };
            },
          },
        }),
        Application: () => ({
          properties: {
            DecimalSeparator: () => traits.decimalSeparator,
            ThousandsSeparator: () => (traits.decimalSeparator === ',' ? '.' : ','),
            CalculationMode: () => (workbook.isManual ? 'Manual' : 'Automatic'),
          },
          methods: {
            Calculate: (kind: string) => on.calculate(kind),
            SuspendApiCalculationUntilNextSync: () => null,
            SuspendScreenUpdatingUntilNextSync: () => null,
          },
        }),
      },
    },
    services: {
      'Microsoft.InternalService.AddinInternalService': { methods: { NotifyActionHandlerReady: () => null } },
      'Microsoft.AppRuntime.AppRuntimeService': {
        methods: { SetAppRuntimeState: (state: string) => on.showPane(state === 'Visible') },
      },
      'Microsoft.AppRuntime.AppRuntimePersistenceService': {
        methods: {
          GetAppRuntimeStartState: () => workbook.startState,
          SetAppRuntimeStartState: (state: string) => {
            workbook.startState = state;
            workbook.onStartState(state);
          },
        },
      },
      'Microsoft.ExcelServices.CustomFunctions': {
        methods: {
          _SetOsfControlContainerReadyForCustomFunctions: () => on.ready(),
          _GetEnabledFeatures: () => traits.enabledFeatures,
          SetInvocationArrayResults: (lines: readonly ResultLine[]) => on.results(lines),
        },
      },
    },
  };
}
