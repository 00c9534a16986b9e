import { defaultSettings, type Settings } from '../app/settings';
import { type ListedSetting, listedSettings } from '../taskpane/texts/listed-settings';
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

const lists = listedSettings(language);
const listedAt =
  (title: string) =>
  (name: keyof typeof lists): SettingText => {
    const { label, hint, choices, labelOf } = lists[name] as ListedSetting<Settings[typeof name]>;
    const place = `${shell.settings}, ${title}`;
    return { place, label, hint, choices: choices.map(labelOf), standard: labelOf(standard[name]) };
  };

const ofConnection = { place: `${shell.settings}, ${connection.title}` };
const ofRefresh = { place: `${shell.cells}, ${cells.refresh}`, standard: cells.off };
const [ofQuotes, ofValues, ofRequests] = [
  listedAt(settings.quotesTitle),
  listedAt(values.title),
  listedAt(requests.title),
];

/** The types refuse a table that lacks a setting. */
const TEXTS: Readonly<Record<Exclude<keyof Settings, 'keyAddress' | 'learned'>, SettingText>> = {
  apiKey: { ...ofConnection, label: connection.apiKey, hint: connection.apiKeyHint },
  serviceAddress: { ...ofConnection, label: connection.serviceAddress, hint: connection.serviceAddressHint },
  area: ofQuotes('area'),
  quotesFreshSeconds: ofQuotes('quotesFreshSeconds'),
  richValues: ofValues('richValues'),
  properties: ofValues('properties'),
  onFailure: ofValues('onFailure'),
  maxRequests: ofRequests('maxRequests'),
  requestsAtOnce: ofRequests('requestsAtOnce'),
  dailyBudget: ofRequests('dailyBudget'),
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
