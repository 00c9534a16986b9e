import { type DateSystem, serialFromDays, MS_PER_DAY } from '../../core/calendar/dates';
import { dayFromIso } from '../../core/calendar/iso-dates';
import type { NewSheet, Workbook } from '../../app/host';
import type { Session } from '../../app/session';
import { countCost } from '../../app/workbook/calls';
import { cellOf, cellsIn } from '../../core/sheet';
import type { LateTexts } from '../texts/language';

/** A small model that is inserted as a sheet. Its name and description are in the pane's texts. */
export interface Model {
  readonly id: 'fx' | 'portfolio' | 'calendar' | 'filings' | 'credit' | 'risk' | 'index' | 'dcf';
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

/** The texts of all models in one language: shared ones, and those of each. */
export type ModelTexts = Pick<LateTexts, Model['id'] | 'common'>;

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
