import type { FunctionTraits } from '../../app/function-traits';
import type { SearchWords } from '../../functions/help/explain';
import { wordsIn } from '../completion/match';
import type { FunctionTexts } from '../functions/function-texts';

/**
 * The functions that a query finds, the nearest first: by the name, by what people call what they give, by what is said
 * of them.
 */
export function findFunctions(
  catalog: readonly FunctionTraits[],
  query: string,
  texts: FunctionTexts | undefined,
  language: string,
): FunctionTraits[] {
  // Of a formula, the name of its function.
  const phrase = withoutAccents(query.trim()).replace(/^=([^(]*).*$/s, '$1');
  const words = wordsIn(phrase).flatMap((word) => word.split('.').filter((part) => part !== ''));
  if (words.length === 0) return [];
  const byRank: FunctionTraits[][] = [[], [], [], []];
  for (const traits of catalog) {
    const rank = rankOf(traits, phrase, words, texts, language);
    if (rank !== undefined) byRank[rank]!.push(traits);
  }
  return byRank.flat();
}

/** The functions that people call by one of several words, for queries such as "microsoft filings". */
export function findFunctionsByOneWord(
  catalog: readonly FunctionTraits[],
  query: string,
  texts: FunctionTexts | undefined,
  language: string,
): FunctionTraits[] {
  const words = wordsIn(withoutAccents(query))
    .filter((word) => word.length > 2)
    .map(withoutS);
  return catalog.filter(({ id }) => {
    const text = texts?.get(id);
    const called = new Set(text ? phrasesOf(text.words, language).flatMap(wordsIn).map(withoutS) : []);
    return words.some((word) => called.has(word));
  });
}

const withoutS = (word: string): string => word.replace(/s$/, '');

function rankOf(
  { id, parameters }: FunctionTraits,
  query: string,
  words: readonly string[],
  texts: FunctionTexts | undefined,
  language: string,
): number | undefined {
  const name = `md ${id}`.toLowerCase();
  const parts = name.split(' ');
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 0;
  const text = texts?.get(id);
  const phrases = text ? phrasesOf(text.words, language) : [];
  if (phrases.includes(query)) return 1;
  if (phrases.some((phrase) => phrase.startsWith(query)) || words.every((word) => name.includes(word))) return 2;
  if (phrases.some((phrase) => isWithin(phrase, query))) return 3;
  const said = [
    ...phrases,
    withoutAccents(text?.summary ?? ''),
    ...parameters.map((parameter) => parameter.name),
  ].flatMap(wordsIn);
  return words.every((word) => name.includes(word) || said.some((one) => one.startsWith(word))) ? 3 : undefined;
}

const isLanguage = (language: string, words: SearchWords): language is keyof SearchWords => language in words;

/** English finds everywhere. */
const phrasesOf = (words: SearchWords, language: string): string[] =>
  `${words.en},${isLanguage(language, words) ? words[language] : ''}`
    .split(',')
    .map((phrase) => withoutAccents(phrase.trim()))
    .filter((phrase) => phrase !== '');

/** In lower case and without accents, which many leave out: "Feriés" → "feries". */
const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Japanese and Chinese put no spaces between words: one phrase may contain the other. */
const isWithin = (phrase: string, query: string): boolean =>
  UNSPACED.test(phrase) && (phrase.includes(query) || (phrase.length > 1 && query.includes(phrase)));

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
