/** The Excel that is emulated: what it supports, and what it says of itself when the add-in introduces itself. */
export interface Traits {
  /** Requirement set → highest version. */
  readonly requirementSets: Readonly<Record<string, number>>;
  /**
   * Switches of the custom functions client: 1 splits large results, 2 returns them every 200 ms, 3 and 4 concern
   * timing.
   */
  readonly enabledFeatures: readonly number[];
  /** In bytes: larger messages are refused, in either direction. */
  readonly maxMessage: number;
  readonly dateSystem: '1900' | '1904';
  readonly isPaneOpen: boolean;
  /** Whether a function may return data types, and cells can be read as such. If not, such a result is #VALUE!. */
  readonly hasDataTypes: boolean;
  /** Whether office.js is newer than npm's, as from Microsoft's CDN: what it knows more is laid over npm's. */
  readonly hasNewClient: boolean;
  /**
   * Whether inserted and deleted rows, and groups that are collapsed or expanded, have the functions of their sheet
   * called again.
   */
  readonly calculatesChangedRows: boolean;
  /** Whether the page's timers fire once a second while the pane is closed. */
  readonly slowsHiddenPages: boolean;
  /** Whether the page is loaded with the first calculation only, with the pane, or with a workbook that wants it so. */
  readonly startsWithCalculation: boolean;
  /** Whether streaming formulas with equal arguments share one call. */
  readonly sharesStreams: boolean;
  /** Whether Excel's own page fetches functions.json, across origins. */
  readonly fetchesMetadata: boolean;
  /** Whether a function is told that a part of a formula is only looked at. */
  readonly tellsPreviews: boolean;
  /** Whether a cell shows the sentence of its error. */
  readonly showsErrorTexts: boolean;
  /** Whether an https page reaches http addresses on the computer itself. */
  readonly reachesLocalHttp: boolean;
  /** Of Excel's own texts, such as "de-DE". */
  readonly language: string;
  /** Of the computer's regional settings, which need not be the language's. */
  readonly decimalSeparator: '.' | ',';
}

/** Excel on the web as it is today, under npm's client, with the add-in loaded for its functions alone. */
export const CURRENT: Traits = {
  requirementSets: {
    ExcelApi: 1.19,
    SharedRuntime: 1.2,
    CustomFunctions: 1.9,
    CustomFunctionsRuntime: 1.5,
    AddinCommands: 1.3,
    // To npm's client, events of ExcelApi 1.17 are of this set.
    ExcelApiOnline: 1.1,
  },
  enabledFeatures: [1, 2, 3, 4],
  maxMessage: 5_000_000,
  hasDataTypes: true,
  hasNewClient: false,
  calculatesChangedRows: false,
  slowsHiddenPages: false,
  startsWithCalculation: false,
  sharesStreams: false,
  fetchesMetadata: false,
  tellsPreviews: false,
  showsErrorTexts: true,
  reachesLocalHttp: true,
  dateSystem: '1900',
  isPaneOpen: false,
  language: 'en-US',
  decimalSeparator: '.',
};

export const withExcelApi = (version: number): Pick<Traits, 'requirementSets'> => ({
  requirementSets: { ...CURRENT.requirementSets, ExcelApi: version },
});

const EXCEL_ON_THE_WEB = 16;
const [HIDDEN, TASK_PANE] = [1, 2];

/** The answer to ContextActivationManager_getAppContextAsync. */
export const appContext = (traits: Traits, settings: readonly unknown[]): unknown => ({
  _id: 'addin',
  _appInstanceId: 'addin-1',
  _appName: EXCEL_ON_THE_WEB,
  _appVersion: '16.01',
  _hostFullVersion: '16.0.0.0',
  _appUILocale: traits.language,
  _dataLocale: traits.language,
  _docUrl: 'https://localhost/model.xlsx',
  _clientMode: 1,
  _settings: settings,
  _reason: 1,
  _osfControlType: 1,
  _eToken: '',
  _correlationId: 'correlation',
  _requirementMatrix: JSON.stringify(traits.requirementSets),
  _initialDisplayMode: traits.isPaneOpen ? TASK_PANE : HIDDEN,
});
