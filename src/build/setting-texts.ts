import { AREAS } from '../api/interface/operation';
import {
  defaultSettings,
  ON_FAILURE,
  PROPERTIES,
  QUOTES_FRESH_SECONDS,
  RICH_VALUES,
  type Settings,
} from '../app/settings';
import { freshText } from '../taskpane/texts/cell-text';
import { english } from '../taskpane/texts/language';

/** A setting, in the words of the pane. */
export interface SettingText {
  /** The tab of the pane, and the part of it. */
  readonly place: string;
  readonly label: string;
  readonly hint: string;
  /** What may be chosen; empty if it is typed. */
  readonly choices?: readonly string[];
  readonly standard?: string;
}

const language = english();
const { shell, connection, settings, values, requests, cells, profile } = language.texts;
const standard = defaultSettings('');

const ofConnection = { place: `${shell.settings}, ${connection.title}` };
const ofQuotes = { place: `${shell.settings}, ${settings.quotesTitle}` };
const ofValues = { place: `${shell.settings}, ${values.title}` };
const ofRequests = { place: `${shell.settings}, ${requests.title}` };
const ofRefresh = { place: `${shell.cells}, ${cells.refresh}`, standard: cells.off };
const PROPERTY_LABELS = { off: values.propertiesOff, auto: values.propertiesAuto, on: values.propertiesOn };

/** The types refuse a table that lacks a setting. */
const TEXTS: Readonly<Record<Exclude<keyof Settings, 'keyAddress' | 'learned'>, SettingText>> = {
  apiKey: { ...ofConnection, label: connection.apiKey, hint: connection.apiKeyHint },
  serviceAddress: { ...ofConnection, label: connection.serviceAddress, hint: connection.serviceAddressHint },
  area: {
    ...ofQuotes,
    label: settings.area,
    hint: settings.areaHint,
    choices: AREAS.map((area) => settings[area]),
    standard: settings[standard.area],
  },
  quotesFreshSeconds: {
    ...ofQuotes,
    label: settings.quotesFresh,
    hint: settings.quotesFreshHint,
    choices: QUOTES_FRESH_SECONDS.map((seconds) => freshText(seconds, language)),
    standard: freshText(standard.quotesFreshSeconds, language),
  },
  richValues: {
    ...ofValues,
    label: values.richValues,
    hint: values.richHint,
    choices: RICH_VALUES.map((value) => values[value]),
    standard: values[standard.richValues],
  },
  properties: {
    ...ofValues,
    label: values.properties,
    hint: values.propertiesHint,
    choices: PROPERTIES.map((value) => PROPERTY_LABELS[value]),
    standard: PROPERTY_LABELS[standard.properties],
  },
  onFailure: {
    ...ofValues,
    label: values.onFailure,
    hint: values.failureHint,
    choices: ON_FAILURE.map((value) => values[value]),
    standard: values[standard.onFailure],
  },
  maxRequests: {
    ...ofRequests,
    label: requests.limit,
    hint: requests.limitHint,
    standard: String(standard.maxRequests),
  },
  requestsAtOnce: {
    ...ofRequests,
    label: requests.atOnce,
    hint: requests.atOnceHint,
    standard: requests.asQuickly,
  },
  dailyBudget: { ...ofRequests, label: requests.budget, hint: requests.budgetHint, standard: requests.noBudget },
  profiles: { place: `${shell.settings}, ${profile.title}`, label: profile.differences, hint: profile.hint },
  autoRefreshSeconds: { ...ofRefresh, label: cells.autoRefresh, hint: cells.autoRefreshHint },
  refreshesAlways: { ...ofRefresh, label: cells.refreshAlways, hint: cells.refreshAlwaysHint },
};

/** The settings in the order of the pane. The pane's language is not among those of the session. */
export const SETTING_TEXTS: readonly SettingText[] = [
  ...Object.values(TEXTS),
  {
    place: `${shell.settings}, ${settings.languageTitle}`,
    label: settings.language,
    hint: settings.languageHint,
    standard: settings.automatic,
  },
];
