import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from './language';
import { english } from './languages';
import type { Texts } from './translation';

export const LanguageContext = createContext<Language>(english());

/** Fills texts, and formats numbers and times for the user. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** A section's texts in the user's language. */
export const useTexts = <Section extends keyof Texts>(section: Section): Texts[Section] => useLanguage().texts[section];

interface LanguageChoice {
  /** The code of a language; empty for the spreadsheet's own. */
  readonly chosen: string;
  readonly choose: (code: string) => Promise<void>;
}

export const LanguageChoiceContext = createContext<LanguageChoice>({ chosen: '', choose: () => Promise.resolve() });

/** The language that the user has chosen for the pane, and a way to choose another. */
export const useLanguageChoice = (): LanguageChoice => useContext(LanguageChoiceContext);
