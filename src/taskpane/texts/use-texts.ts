import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from './language';
import { english } from './languages';
import type { Texts } from './translation';

export const LanguageContext = createContext<Language>(english());

/** How the user reads: fills texts, writes numbers and times. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** The texts of a section in the user's language. */
export const useTexts = <Section extends keyof Texts>(section: Section): Texts[Section] => useLanguage().texts[section];
