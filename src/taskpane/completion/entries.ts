import { calendarOf } from '../../api/calendars';
import type { Area } from '../../api/interface/operation';
import { areasWith, type AreaWith, operationOf } from '../../api/operations';
import { readsOf } from '../../api/reads';
import type { Session } from '../../app/session';
import type { Row } from '../../core/columns';
import { namesOfMic } from '../../core/names/colloquial-names';
import { FILING_TYPES } from '../../core/names/filing-types';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLatest } from '../hooks';
import { useClient } from '../session';
import { createScoreLookup } from '../../api/scores';
import { leavesOf, SCORE_MODELS } from '../../core/score';
import { editDistance } from '../../core/nearest';
import { splitPrefix } from '../../core/names/symbol-parts';
import type { AnyDeclaration, Parameter } from '../../functions/define';
import { enteredFor } from '../../functions/roles';
import type { ParameterHelp } from '../../functions/help/explain';
import { Cancellation } from '../../core/cancellation';
import { namesOfSymbol } from '../../core/names/symbol-notations';
import { MINOR_UNITS } from '../../core/amounts';

/** A suggestion: its code is written into the formula, and users know it by its name. */
export interface Entry {
  readonly code: string;
  readonly name: string;
  /** Further search words in lower case: other names, a country. */
  readonly others: readonly string[];
  /** Of instruments. */
  readonly area?: Area;
}

/** Where names come from; several lists may arrive one after the other. */
export interface EntrySource {
  /** Characters that must be typed before the lists are requested. */
  readonly minTyped: number;
  /** A value besides the client on which the lists depend: if it changes, they are requested again. @default nothing */
  readonly of?: string;
  /** A list that rejects counts as empty, and is requested again by the next search. */
  readonly lists: () => readonly Promise<readonly Entry[]>[];
}

/** Symbols come in long lists, which are unnecessary before the user types. */
const MIN_TYPED_OF_SYMBOL = 2;

/** The context of completion besides the parameter itself. */
interface CompletionContext {
  /** What is entered for each parameter, by name. */
  readonly entered: Readonly<Record<string, string>>;
  readonly tooltips: ParameterHelp['words'];
  /** The language of the pane: "de". */
  readonly language: string;
}

/** The source for completing an argument; undefined if its values are unknown. */
export function entriesFor(
  session: Session,
  declaration: AnyDeclaration,
  parameter: Parameter,
  { entered, tooltips = {}, language }: CompletionContext,
): EntrySource | undefined {
  if (parameter.role === 'symbols')
    return {
      minTyped: MIN_TYPED_OF_SYMBOL,
      lists: () => areasOf(declaration.sources).map((area) => session.part(EntryLists).instruments(area)),
    };
  switch (parameter.input) {
    case 'exchanges':
      return { minTyped: 1, lists: () => [session.part(EntryLists).exchanges()] };
    case 'filing-type':
      return { minTyped: 1, lists: () => [Promise.resolve(FILING_TYPES.map((type) => wordEntry(type)))] };
    case 'currency': {
      const isCrypto = enteredFor(declaration, 'area', entered) === 'crypto';
      const lists = () => [currenciesOf(session, language), ...(isCrypto ? [coinsOf(session)] : [])];
      return { minTyped: 1, of: isCrypto ? 'crypto' : '', lists };
    }
    case 'score-path': {
      const symbols = enteredFor(declaration, 'symbols', entered);
      const models = enteredFor(declaration, 'models', entered);
      return { minTyped: 1, of: `${models} ${symbols}`, lists: () => [scorePathsOf(session, symbols, models)] };
    }
    case 'words':
      return {
        minTyped: 1,
        lists: () => [Promise.resolve((parameter.words ?? []).map((word) => wordEntry(word, tooltips[word])))],
      };
    default:
      return undefined;
  }
}

const wordEntry = (code: string, name = ''): Entry => ({ code, name, others: [] });

/** The maximum that is read of a list; the same as in a search of MD.SYMBOLS, so that both share it. */
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
  async instruments(area: AreaWith<'symbols'>): Promise<readonly Entry[]> {
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
    const entries =
      this.#made.get(rows) ??
      rows
        .flatMap((row) => entryOf(row) ?? [])
        .sort((one, other) => Number(isTurnedAround(one)) - Number(isTurnedAround(other)));
    this.#made.set(rows, entries);
    return entries;
  }
}

/** The areas that a function looks symbols up in, by the operations that it asks. */
export const areasOf = (sources: readonly string[]): readonly AreaWith<'symbols'>[] =>
  areasWith('symbols').filter((area) => sources.some((source) => operationOf(source).area === area));

const newCall = () => ({ isPreview: false, cancellation: new Cancellation() });

type OfferedList = readonly Entry[] | 'pending' | 'failed';

/** The entries of a source once enough has been typed; more as its lists arrive. */
export function useEntries(session: Session, source: EntrySource, text: string) {
  const client = useClient(session);
  const of = useMemo(() => ({}), [client, source.of]);
  const [last, setLast] = useState<{ readonly of: object; readonly lists: readonly OfferedList[] }>();
  const lists = last?.of === of ? last.lists : undefined;
  const isWanted = text.trim().length >= source.minTyped;
  const begin = useLatest();
  useEffect(() => {
    if (!isWanted || (lists && !lists.includes('failed'))) return;
    const signal = begin();
    const asked = source.lists();
    setLast({ of, lists: asked.map(() => 'pending') });
    asked.forEach((list, index) => {
      const show = (listed: OfferedList): void => {
        if (!signal.aborted) setLast((now) => now && { of, lists: now.lists.with(index, listed) });
      };
      list.then(show, () => show('failed'));
    });
  }, [isWanted, of]);
  return useMemo(
    () => ({
      entries: isWanted ? (lists ?? []).flatMap((list) => (typeof list === 'string' ? [] : list)) : [],
      /** Whether a list is still on its way. */
      isPending: isWanted && (lists?.includes('pending') ?? true),
      hasFailed: isWanted && lists?.includes('failed') === true,
    }),
    [isWanted, lists],
  );
}

const PAIR = /^([A-Z]{3})([A-Z]{3})$/;

/** In a pair, the later of these stands first by convention, before any other currency: GBPUSD, USDSEK. */
const CONVENTION = 'JPY CHF CAD USD NZD AUD GBP EUR';

function isTurnedAround({ code, area }: Entry): boolean {
  const [, base = '', quote = ''] = (area === 'currencies' ? PAIR.exec(code) : undefined) ?? [];
  return CONVENTION.indexOf(quote) > CONVENTION.indexOf(base);
}

/**
 * The currencies of the service's pairs and their small units, by their names in English and in the user's language.
 * Rejects where the service does not tell its pairs.
 */
async function currenciesOf(session: Session, language: string): Promise<readonly Entry[]> {
  const pairs = await session.part(EntryLists).instruments('currencies');
  const codes = [...new Set(pairs.flatMap(({ code }) => PAIR.exec(code)?.slice(1) ?? []))].sort();
  const [english, local] = ['en', language].map((tag) => new Intl.DisplayNames(tag, { type: 'currency' }));
  const entryOf = (code: string): Entry => {
    const name = local!.of(code) ?? code;
    return { code, name, others: [(english!.of(code) ?? code).toLowerCase()] };
  };
  const small = MINOR_UNITS.filter(({ of }) => codes.includes(of)).map(({ code, of, name }) => ({
    code,
    name: `${name}, ${entryOf(of).name} / 100`,
    others: [],
  }));
  return [...codes.map(entryOf), ...small];
}

/** The coins of the service's pairs, by their names. Rejects like the currencies. */
async function coinsOf(session: Session): Promise<readonly Entry[]> {
  const pairs = await session.part(EntryLists).instruments('crypto');
  const coins = new Map<string, Entry>();
  for (const { code, name } of pairs) {
    const coin = code.replace(/(?:USDT|USDC|[A-Z]{3})$/, '');
    if (coin !== '' && !coins.has(coin)) coins.set(coin, { code: coin, name: name.split('/')[0]!.trim(), others: [] });
  }
  return [...coins.values()];
}

/**
 * What `field` of MD.SCORE can pick from the scores of the first company entered, with the values that it would give:
 * the service publishes no list. The preview asks the same questions. None without a company.
 * @param symbols as entered
 * @param models as entered; all where none is
 */
async function scorePathsOf({ client }: Session, symbols: string, models: string): Promise<readonly Entry[]> {
  const symbol = splitPrefix(symbols.split(',')[0]!.trim()).name.toUpperCase();
  if (!client || symbol === '' || symbol.startsWith('=')) return [];
  const named = SCORE_MODELS.filter((model) => itemsIn(models).includes(model));
  const chosenModels = named.length === 0 ? SCORE_MODELS : named;
  const lookup = client.lookup('scores', createScoreLookup);
  const lists = chosenModels.map(async (model) => {
    const { data } = await lookup.read({ symbol, model }, newCall());
    return leavesOf(data).map(({ path, value }) => ({
      code: named.length === 1 ? path : `${model}.${path}`,
      name: typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? ''),
      others: [model],
    }));
  });
  const settled = await Promise.allSettled(lists);
  return settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

const itemsIn = (text: string): string[] => text.split(',').map((item) => item.trim().toLowerCase());

/** The entries that match a text, the best first: by the code, by the beginning of a name, by words of both. */
export function matching<T extends Entry>(entries: readonly T[], text: string, max: number): T[] {
  const query = text.trim().toLowerCase();
  const words = wordsIn(query);
  if (words.length === 0) return query === '' ? entries.slice(0, max) : [];
  const byRank: T[][] = [[], [], [], [], []];
  for (const entry of entries) {
    const rank = rankOf(entry, query, words);
    if (rank !== undefined) byRank[rank]!.push(entry);
  }
  return byRank.flat().slice(0, max);
}

function rankOf({ code, name, others }: Entry, query: string, words: readonly string[]): number | undefined {
  const [lowerCode, lowerName] = [code.toLowerCase(), name.toLowerCase()];
  if (lowerCode === query || others.includes(query)) return 0;
  if (lowerCode.startsWith(query)) return 1;
  if (lowerName.startsWith(query)) return 2;
  const parts = [lowerName, ...others].flatMap(wordsIn);
  const isMeant = words.every((word) => parts.some((one) => one.startsWith(word)) || lowerCode.includes(word));
  if (isMeant) return 3;
  return lowerCode.includes(query) ? 4 : undefined;
}

/** The entries of whose names every word of a text is one, of which the longer may have a slip of the finger. */
export const nearly = <T extends Entry>(entries: readonly T[], text: string, max: number): T[] => {
  const words = wordsIn(text);
  const isMeant = ({ name, others }: T): boolean => {
    const parts = [name.toLowerCase(), ...others].flatMap(wordsIn);
    return words.every((word) => parts.some((one) => one.startsWith(word) || isMisspelt(word, one)));
  };
  return words.length === 0 ? [] : entries.filter(isMeant).slice(0, max);
};

/** Whether two words are the same, but for a plural or a slip of the finger. */
export const nearWord = (word: string, meant: string): boolean =>
  word.replace(/s$/, '') === meant.replace(/s$/, '') || isMisspelt(word, meant);

/** Whether a word is another one but for one wrong, missing, doubled or swapped letter. */
export const isMisspelt = (word: string, meant: string): boolean =>
  word.length > 4 &&
  Math.abs(word.length - meant.length) < 2 &&
  editDistance(word, meant) < (sorted(word) === sorted(meant) ? 3 : 2);

const sorted = (word: string): string => Array.from(word).sort().join('');

export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;/()]+/)
    .filter((word) => word !== '');
