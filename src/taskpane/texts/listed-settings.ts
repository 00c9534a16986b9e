import { type Area, AREAS } from '../../api/interface/operation';
import { ON_FAILURE, PROPERTIES, QUOTES_FRESH_SECONDS, RICH_VALUES, type Settings } from '../../app/settings';
import { freshText } from './cell-text';
import type { Language } from './language';

/** A setting that is chosen from a list, in the words of the pane. */
export interface ListedSetting<Value> {
  readonly label: string;
  readonly hint: string;
  readonly choices: readonly Value[];
  readonly labelOf: (value: Value) => string;
}

const listed = <Value>(
  label: string,
  hint: string,
  choices: readonly Value[],
  labelOf: (value: Value) => string,
): ListedSetting<Value> => ({ label, hint, choices, labelOf });

const [LIMITS, AT_ONCE, BUDGETS] = [
  [20, 50, 100, 200, 500, 1_000, 5_000, 0],
  [0, 1, 2, 4, 6, 10, 20],
  [0, 500, 1_000, 2_000, 5_000, 10_000, 50_000],
];

export function listedSettings(language: Language) {
  const { settings, values, requests } = language.texts;
  const properties = { off: values.propertiesOff, auto: values.propertiesAuto, on: values.propertiesOn };
  const numberOr = (none: string) => (count: number) => (count === 0 ? none : language.number(count));
  return {
    area: listed(settings.area, settings.areaHint, AREAS, (area: Area) => settings[area]),
    quotesFreshSeconds: listed(
      settings.quotesFresh,
      settings.quotesFreshHint,
      QUOTES_FRESH_SECONDS,
      (seconds: number) => freshText(seconds, language),
    ),
    richValues: listed(
      values.richValues,
      values.richHint,
      RICH_VALUES,
      (value: Settings['richValues']) => values[value],
    ),
    properties: listed(
      values.properties,
      values.propertiesHint,
      PROPERTIES,
      (value: Settings['properties']) => properties[value],
    ),
    onFailure: listed(
      values.onFailure,
      values.failureHint,
      ON_FAILURE,
      (value: Settings['onFailure']) => values[value],
    ),
    maxRequests: listed(requests.limit, requests.limitHint, LIMITS, numberOr(requests.noLimit)),
    requestsAtOnce: listed(requests.atOnce, requests.atOnceHint, AT_ONCE, numberOr(requests.asQuickly)),
    dailyBudget: listed(requests.budget, requests.budgetHint, BUDGETS, numberOr(requests.noBudget)),
  };
}
