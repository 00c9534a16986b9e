import { calendarOf } from '../../api/calendars';
import { type Area, AREAS } from '../../api/interface/operation';
import { readsOf } from '../../api/reads';
import type { Session } from '../../app/session';
import { Cancellation } from '../../core/cancellation';
import type { Row } from '../../core/columns';
import { namesOfMic } from '../../core/names/colloquial-names';
import { namesOfSymbol } from '../../core/names/possible-symbols';

/** Something that can be written into a formula by its code, and is known by its name. */
export interface Entry {
  readonly code: string;
  readonly name: string;
  /** What else it is found by, in lower case: other names, a country. */
  readonly others: readonly string[];
  /** Of instruments. */
  readonly area?: Area;
}

/** As far as a list is read; the same as a search of MD.SYMBOLS, so that both share it. */
const MAX_SYMBOLS = 10_000;

const textIn = (row: Row, field: string): string => {
  const value = row[field];
  return typeof value === 'string' ? value : '';
};

/** The lists of the service as entries. The client keeps a list for a day; what is made of it goes with it. */
export class EntryLists {
  readonly #made = new WeakMap<readonly Row[], readonly Entry[]>();

  constructor(private readonly session: Session) {}

  /** Every instrument of an area; none without a client. Rejects where the service does not tell. */
  async instruments(area: Area): Promise<readonly Entry[]> {
    const { client } = this.session;
    if (!client) return [];
    const question = { values: {}, minRows: MAX_SYMBOLS };
    const { rows } = await readsOf(client, `GET /${area}/symbols`).read(question, newCall());
    return this.#makeOnce(rows, (row) => {
      const code = textIn(row, 'symbol');
      const others = namesOfSymbol(code, area).map((one) => one.toLowerCase());
      return code === '' ? undefined : { code, name: textIn(row, 'name'), others, area };
    });
  }

  /** Every exchange, with what people call it; none without a client. Rejects where the service does not tell. */
  async exchanges(): Promise<readonly Entry[]> {
    const { client } = this.session;
    if (!client) return [];
    const rows = await calendarOf(client, 'GET /stocks/markets').read({ mic: undefined }, newCall());
    return this.#makeOnce(rows, (row) => {
      const code = textIn(row, 'mic');
      const others = [...namesOfMic(code), textIn(row, 'acronym'), textIn(row, 'city'), textIn(row, 'country')];
      if (code === '') return undefined;
      return { code, name: textIn(row, 'exchange'), others: others.map((one) => one.toLowerCase()) };
    });
  }

  #makeOnce(rows: readonly Row[], entryOf: (row: Row) => Entry | undefined): readonly Entry[] {
    const entries = this.#made.get(rows) ?? rows.flatMap((row) => entryOf(row) ?? []);
    this.#made.set(rows, entries);
    return entries;
  }
}

/** The areas that a function looks symbols up in, by the operations that it asks. */
export const areasOf = (sources: readonly string[]): readonly Area[] =>
  AREAS.filter((area) => sources.some((source) => source.startsWith(`GET /${area}/`)));

const newCall = () => ({ isPreview: false, cancellation: new Cancellation() });
