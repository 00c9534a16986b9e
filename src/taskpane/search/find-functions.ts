import { TRAITS } from '../../app/generated/function-traits';
import type { FunctionTraits } from '../../app/function-traits';
import type { SearchWords } from '../../functions/help/explain';
import type { FunctionTexts } from '../functions/function-texts';
import type { FunctionText } from '../../functions/help/help-json';
import { isMisspelt, wordsIn } from '../completion/entries';
import { isoFromDay, MS_PER_DAY } from '../../core/calendar/dates';
import type { Interval } from '../../functions/ticks';

/** The functions that match a query, the best first: by name, by common words for their results, by their help. */
export function findFunctions(query: string, texts: FunctionTexts | undefined, language: string): FunctionTraits[] {
  // Of a formula, the name of its function.
  const phrase = withoutAccents(query.trim()).replace(/^=([^(]*).*$/s, '$1');
  const words = wordsIn(phrase).flatMap((word) => word.split('.').filter((part) => part !== ''));
  if (words.length === 0) return [];
  const byRank: FunctionTraits[][] = [[], [], [], []];
  for (const traits of TRAITS) {
    const rank = rankOf(traits, phrase, words, texts, language);
    if (rank !== undefined) byRank[rank]!.push(traits);
  }
  return byRank.flat();
}

/** Words that say nothing of what is wanted. */
export const OF_QUESTIONS =
  /^(?:how|what|when|where|the|this|and|for|can|does|much|many|before|after|wie|was|wann|ich|kann|der|die|das|comment|que|qué|les|des|como|cómo|para|del)$/;

/** The functions that people call by one of several words, perhaps misspelt, for queries such as "microsoft filngs". */
export function findFunctionsByOneWord(
  query: string,
  texts: FunctionTexts | undefined,
  language: string,
): FunctionTraits[] {
  const words = wordsIn(withoutAccents(query))
    .filter((word) => word.length > 2 && !OF_QUESTIONS.test(word))
    .map(withoutS);
  return TRAITS.filter((traits) => {
    const text = texts?.get(traits.id);
    const called = text ? phrasesOf(text.words, language).flatMap(wordsIn) : [];
    const own = new Set([...called, traits.id.toLowerCase()].map(withoutS));
    // A word alone may be in its help too.
    const near = words.length > 1 ? [...own] : [...own, ...saidOf(traits, text, called)];
    return words.some((word) => own.has(word) || near.some((one) => isMisspelt(word, one)));
  });
}

const withoutS = (word: string): string => word.replace(/s$/, '');

function rankOf(
  traits: FunctionTraits,
  query: string,
  words: readonly string[],
  texts: FunctionTexts | undefined,
  language: string,
): number | undefined {
  const { id } = traits;
  const name = `md ${id}`.toLowerCase();
  const parts = name.split(' ');
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 0;
  const text = texts?.get(id);
  const phrases = text ? phrasesOf(text.words, language) : [];
  if (phrases.includes(query)) return 1;
  if (phrases.some((phrase) => phrase.startsWith(query)) || words.every((word) => name.includes(word))) return 2;
  if (phrases.some((phrase) => isWithin(phrase, query))) return 3;
  const said = saidOf(traits, text, phrases);
  return words.every((word) => name.includes(word) || said.some((one) => one.startsWith(word))) ? 3 : undefined;
}

/** All words of its help. */
const saidOf = ({ parameters }: FunctionTraits, text: FunctionText | undefined, phrases: readonly string[]): string[] =>
  [...phrases, withoutAccents(text?.summary ?? ''), ...parameters.map(({ name }) => name)].flatMap(wordsIn);

const isLanguage = (language: string, words: SearchWords): language is keyof SearchWords => language in words;

/** English finds everywhere. */
const phrasesOf = (words: SearchWords, language: string): string[] =>
  phrasesIn(`${words.en},${isLanguage(language, words) ? words[language] : ''}`);

export const phrasesIn = (words: string): string[] =>
  words
    .split(',')
    .map((phrase) => withoutAccents(phrase.trim()))
    .filter((phrase) => phrase !== '');

/** In lower case and without accents, which many leave out: "Feriés" → "feries". */
export const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Japanese and Chinese put no spaces between words: one phrase may contain the other. */
export const isWithin = (phrase: string, query: string): boolean =>
  UNSPACED.test(phrase) && (phrase.includes(query) || (phrase.length > 1 && query.includes(phrase)));

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Common words for the intervals of a history, in the languages of the pane. */
const NAMES: Partial<Record<Interval, string>> = {
  tick: 'tick ticks ティック 逐笔',
  minute: 'minute minutes minutely minütlich minuten minutos 分足 分钟',
  hour: 'hourly hour hours stündlich stunden horaire horario horas 時間足 小时',
  day: 'daily day days täglich tage quotidien journalier diario días 日足 日次 日线 每日',
  week: 'weekly week weeks wöchentlich wochen hebdomadaire semanal semanas 週足 週次 周线 每周',
  session: 'session sessions séance sesión sesiones',
};

/** Words that mean a history without naming an interval: of bars with high and low, which need every tick, or of any. */
const OF_BARS = 'ohlc candles bars'.split(' ');
const OF_HISTORY = 'history historical chart historie verlauf historique historial 履歴 历史'.split(' ');

/** The intervals whose closes take a request or two each. */
const LONG: readonly (string | undefined)[] = ['day', 'week', 'session'] satisfies Interval[];
const CLOSES = 'time,close';

const intervals = new Map(
  Object.entries(NAMES).flatMap(([interval, names]) => names.split(' ').map((name) => [name, interval] as const)),
);

/** The time in a query, and the rest of the query. */
export interface TimeWords {
  readonly rest: string;
  readonly interval: string;
  /** Undefined: all. */
  readonly fields: string | undefined;
  /** The first day, and the first one after the last. */
  readonly start: string;
  readonly end: string;
}

const YEAR = /^(?:19|20)\d\d$/;
const MONTH = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])$/;
const MONTHS = 12;

/**
 * Reads "SPX daily 2026", "SPX 2026-11", "SPX November 2026": by the day where no interval is named, this year where no
 * time is, closes alone unless bars are asked for. Undefined if nothing in the query is about time, or it is about nothing else.
 * @param language also of the names of months
 */
export function timeWordsIn(query: string, language: string, nowMs: number): TimeWords | undefined {
  const rest: string[] = [];
  let [interval, year, month]: [string | undefined, number | undefined, number | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  let [isAboutTime, isOfBars] = [false, false];
  for (const word of query.trim().split(/\s+/)) {
    const lower = word.toLowerCase();
    const [, yearOfMonth, monthOfYear] = MONTH.exec(lower) ?? [];
    const named = intervals.get(lower);
    const monthNamed = monthIn(lower, language);
    if (named !== undefined) interval = named;
    else if (YEAR.test(lower)) year = Number(lower);
    else if (yearOfMonth !== undefined) [year, month] = [Number(yearOfMonth), Number(monthOfYear)];
    else if (monthNamed !== undefined) month = monthNamed;
    else if (OF_BARS.includes(lower)) isOfBars = true;
    else if (!OF_HISTORY.includes(lower)) {
      rest.push(word);
      continue;
    }
    isAboutTime = true;
  }
  if (!isAboutTime || rest.length === 0) return undefined;
  year ??= new Date(nowMs).getUTCFullYear();
  const [first, last] = month === undefined ? [1, MONTHS] : [month, month];
  interval ??= 'day';
  return {
    rest: rest.join(' '),
    interval,
    fields: !isOfBars && LONG.includes(interval) ? CLOSES : undefined,
    start: firstOf(year, first),
    end: firstOf(year, last + 1),
  };
}

/** The closes of a month until today, for a history of which no time was named. */
export function lastMonth(nowMs: number): TimeWords {
  const [start = '', end = ''] = [-30, 1].map((days) => isoFromDay(Math.floor(nowMs / MS_PER_DAY) + days));
  return { rest: '', interval: 'day', fields: CLOSES, start, end };
}

/** The first day of a month; month 13 is January of the next year. */
const firstOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);

/** 1 to 12, by its name in English or the given language; a short name has at least three letters. */
function monthIn(word: string, language: string): number | undefined {
  const plain = word.replace(/\.$/, '');
  for (const tag of ['en', language])
    for (const month of ['long', 'short'] as const) {
      const names = new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC' });
      for (let index = 0; index < MONTHS; index++)
        if (
          names
            .format(Date.UTC(2000, index, 1))
            .toLowerCase()
            .replace(/\.$/, '') === plain
        )
          return index + 1;
    }
  return undefined;
}
