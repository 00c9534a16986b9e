import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Host, KeyValueStore } from '../app/host';
import type { Language } from './texts/language';
import { type Languages, loadLanguage } from './texts/languages';
import { LanguageChoiceContext, LanguageContext } from './texts/use-texts';
import { inTime } from '../core/waiting';

/** The pane's language at its start. */
interface ChosenLanguage {
  readonly chosen: string;
  readonly language: Language;
}

/** The user's choice, or else the spreadsheet's language. */
export async function openingLanguage({ storage, language }: Host, languages: Languages): Promise<ChosenLanguage> {
  const chosen = await readChosenLanguage(storage);
  return { chosen, language: await loadLanguage(chosen || language, languages) };
}

interface LanguageProviderProps {
  readonly host: Host;
  readonly languages: Languages;
  readonly opening: ChosenLanguage;
  readonly children: ComponentChildren;
}

/** Provides the language to its children, and a way to change it. */
export function LanguageProvider({ host, languages, opening, children }: LanguageProviderProps) {
  const [{ chosen, language }, setCurrent] = useState(opening);
  const choose = async (code: string): Promise<void> => {
    await storeChosenLanguage(host.storage, code);
    setCurrent({ chosen: code, language: await loadLanguage(code || host.language, languages) });
  };
  return (
    <LanguageContext.Provider value={language}>
      <LanguageChoiceContext.Provider value={{ chosen, choose }}>
        <div lang={language.code}>{children}</div>
      </LanguageChoiceContext.Provider>
    </LanguageContext.Provider>
  );
}

const STORED_AS = 'md.language';
const MAX_READ_MS = 5_000;

/** The language that the user has chosen for the pane; empty for the spreadsheet's own. */
const readChosenLanguage = async (storage: KeyValueStore): Promise<string> =>
  (await inTime(() => storage.getItem(STORED_AS), MAX_READ_MS).catch(() => null)) ?? '';

const storeChosenLanguage = (storage: KeyValueStore, code: string): Promise<void> =>
  code === '' ? storage.removeItem(STORED_AS) : storage.setItem(STORED_AS, code);
