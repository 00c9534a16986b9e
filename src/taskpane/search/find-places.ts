import { type PaneSection, PLACES } from '../places';
import { english, type Language } from '../texts/language';
import { isWithin, OF_QUESTIONS, phrasesIn, withoutAccents } from './find-functions';
import { nearWord, wordsIn } from '../completion/entries';

/** Shorter words begin too many others. */
const MIN_LETTERS = 3;

/**
 * The sections of the pane that a query names or asks for, in English or the pane's language.
 * @param mode `exactly` for one of their phrases; `by every word`, begun; or `by any word`, perhaps misspelt
 */
export function findPlaces(
  query: string,
  language: Language,
  mode: 'exactly' | 'by every word' | 'by any word',
): PaneSection[] {
  const phrase = withoutAccents(query.trim());
  const words = wordsIn(phrase);
  if (words.length === 0) return [];
  return (Object.keys(PLACES) as PaneSection[]).filter((place) => {
    const phrases = phrasesIn(`${english().texts.places[place]},${language.texts.places[place]}`);
    if (mode === 'exactly') return phrases.includes(phrase);
    const said = phrases.flatMap(wordsIn);
    if (mode === 'by any word')
      return words.some(
        (word) => word.length >= MIN_LETTERS && !OF_QUESTIONS.test(word) && said.some((one) => nearWord(word, one)),
      );
    const isBegun = (word: string): boolean =>
      said.some((one) => one === word || (word.length >= MIN_LETTERS && one.startsWith(word)));
    return (
      (words.some((word) => word.length >= MIN_LETTERS) && words.every(isBegun)) ||
      phrases.some((one) => isWithin(one, phrase))
    );
  });
}
