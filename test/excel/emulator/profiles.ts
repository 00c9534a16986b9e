import { CURRENT, type Traits } from './app-context';

type Profile = Partial<Traits>;

const sets = (ExcelApi: number, CustomFunctionsRuntime: number): Traits['requirementSets'] => ({
  ...CURRENT.requirementSets,
  ExcelApi,
  CustomFunctionsRuntime,
});

/**
 * The Excels that users have, each as data: its requirement sets and how it behaves. Where each line comes from stands in README.md.
 * All of them run npm's client, with what the newer one knows laid over it; the last is npm's client as it is.
 */
export const PROFILES = {
  'Microsoft 365 on Windows': {
    requirementSets: sets(1.19, 1.5),
    hasNewClient: true,
    calculatesMovedRows: true,
    slowsHiddenPages: true,
  },
  'Microsoft 365 on Mac': {
    requirementSets: sets(1.19, 1.5),
    hasNewClient: true,
    calculatesMovedRows: true,
    slowsHiddenPages: true,
  },
  'Excel on the web': { requirementSets: sets(1.19, 1.5), hasNewClient: true, calculatesMovedRows: true },
  'Excel 2024 LTSC': {
    requirementSets: sets(1.17, 1.3),
    hasDataTypes: false,
    hasNewClient: true,
    calculatesMovedRows: true,
    slowsHiddenPages: true,
  },
  'Excel 2021 retail': {
    // It reports the sets of Microsoft 365, and does not have what they promise.
    requirementSets: sets(1.19, 1.4),
    hasDataTypes: false,
    hasNewClient: true,
    calculatesMovedRows: true,
    slowsHiddenPages: true,
  },
  'the npm client as it is': {},
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];
