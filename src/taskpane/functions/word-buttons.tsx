import { useLanguage, useTexts } from '../texts/use-texts';

interface WordButtonsProps {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The words that a list may contain; each button appends its word to the list, or removes it. */
export function WordButtons({ name, words, text, onText }: WordButtonsProps) {
  const texts = useTexts('functions');
  const language = useLanguage();
  const chosen = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  return (
    <div class="md-words" role="group" aria-label={language.fill(texts.wordsOf, { parameter: name })} translate={false}>
      {words.map((word) => {
        const isChosen = chosen.includes(word);
        return (
          <button
            key={word}
            type="button"
            class="md-word"
            aria-pressed={isChosen}
            onClick={() => {
              onText((isChosen ? chosen.filter((one) => one !== word) : [...chosen, word]).join(','));
            }}
          >
            {word}
          </button>
        );
      })}
    </div>
  );
}
