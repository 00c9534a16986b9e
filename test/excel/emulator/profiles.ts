import { CURRENT, type Traits } from './app-context';

type Profile = Partial<Traits>;

const sets = (ExcelApi: number, CustomFunctionsRuntime: number): Traits['requirementSets'] => ({
  ...CURRENT.requirementSets,
  ExcelApi,
  CustomFunctionsRuntime,
});

/** What every Excel of today does, and npm's client alone cannot. */
const TODAY = {
  hasNewClient: true,
  calculatesChangedRows: true,
  startsWithCalculation: true,
  sharesStreams: true,
} as const satisfies Profile;

const DESKTOP = { ...TODAY, slowsHiddenPages: true, showsErrorTexts: false } as const satisfies Profile;

/**
 * The Excels that users have, each as data: its requirement sets and how it behaves. Where each line comes from stands
 * in README.md. All of them run npm's client, with what the newer one knows laid over it; the last is npm's client as
 * it is.
 */
export const PROFILES = {
  'Microsoft 365 on Windows': { ...DESKTOP, requirementSets: sets(1.19, 1.5), tellsPreviews: true },
  'Microsoft 365 on Mac': {
    ...DESKTOP,
    requirementSets: sets(1.19, 1.5),
    tellsPreviews: true,
    reachesLocalHttp: false,
  },
  'Excel on the web': { ...TODAY, requirementSets: sets(1.19, 1.5), fetchesMetadata: true },
  'Excel 2024 LTSC': { ...DESKTOP, requirementSets: sets(1.17, 1.3), hasDataTypes: false },
  // It reports the sets of Microsoft 365, and does not have what they promise.
  'Excel 2021 retail': { ...DESKTOP, requirementSets: sets(1.19, 1.4), hasDataTypes: false },
  'the npm client as it is': {},
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];
