import { type DateSystem, serialFromDays, MS_PER_DAY } from '../../core/calendar/dates';
import { dayFromIso } from '../../core/calendar/iso-dates';
import type { NewSheet, Workbook } from '../../app/host';
import type { Session } from '../../app/session';
import { countCost } from '../../app/workbook/calls';
import { cellOf, cellsIn } from '../../core/sheet';
import type en from './texts/en.json';

/** A small model that is inserted as a sheet. Its name and description are in the pane's texts. */
export interface Model {
  readonly id: Exclude<keyof typeof en, 'common'>;
  /**
   * The sheet in the texts' language. A figure with missing data says so: it never shows a verdict, a gain or a total.
   */
  readonly create: (dates: ModelDates, texts: ModelTexts) => ModelSheet;
}

export interface ModelSheet extends NewSheet {
  /** Of how many days closes are read, each with a request that the formulas do not tell. */
  readonly closesRead?: number;
}

/**
 * The dates with which a model starts, as serials of the workbook that it is inserted into. They are inputs from then
 * on.
 */
export interface ModelDates {
  readonly today: number;
  readonly yearEnd: number;
  /** The serial of a date such as "2024-12-31". */
  readonly of: (iso: string) => number;
}

/** @param now by the computer's clock; its local date counts */
export function modelDates(now: Date, system: DateSystem): ModelDates {
  const serialOf = (month: number, date: number): number =>
    serialFromDays(Date.UTC(now.getFullYear(), month, date) / MS_PER_DAY, system);
  return {
    today: serialOf(now.getMonth(), now.getDate()),
    yearEnd: serialOf(11, 31),
    of: (iso) => serialFromDays(dayFromIso(iso)!, system),
  };
}

/** All texts of the models in one language: shared ones, and those of each model. */
export type ModelTexts = {
  readonly [Section in keyof typeof en]: Readonly<Record<keyof (typeof en)[Section], string>>;
};

/** In the same script as the pane's other late texts. */
const LANGUAGES: Readonly<Record<string, () => Promise<ModelTexts>>> = {
  de: async () => (await import(/* webpackChunkName: "tools-de" */ './texts/de.json')).default,
  en: async () => (await import(/* webpackChunkName: "tools-en" */ './texts/en.json')).default,
  es: async () => (await import(/* webpackChunkName: "tools-es" */ './texts/es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "tools-fr" */ './texts/fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "tools-ja" */ './texts/ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "tools-zh" */ './texts/zh.json')).default,
};

/** English if there are no texts in the language of the locale, such as "de-CH". Rejects if they cannot be loaded. */
export function loadModelTexts(locale: string): Promise<ModelTexts> {
  const code = locale.toLowerCase().split('-')[0]!;
  return LANGUAGES[Object.hasOwn(LANGUAGES, code) ? code : 'en']!();
}

/**
 * The minimum number of requests of an inserted sheet. Arguments that only its formulas can calculate count as little
 * as possible.
 */
export async function requestsOf(
  { name, rows, closesRead = 0 }: ModelSheet,
  { settings, gateway }: Session,
): Promise<number> {
  const cells = rows.flatMap((row, down) =>
    row.flatMap((one, right) =>
      one?.formula?.includes('MD.') === true ? [{ cell: cellOf(name, down, right), formula: one.formula }] : [],
    ),
  );
  const read: Workbook['read'] = (blocks) =>
    Promise.resolve(
      blocks.map((block) =>
        cellsIn(block).map((row) =>
          row.map((at) => ({ formula: '', format: '', value: rows[at.row]?.[at.column]?.value ?? '' })),
        ),
      ),
    );
  const asInserted = { settings, gateway, host: { workbook: { read } } };
  return (await countCost(asInserted, cells)).requestCount + closesRead;
}
