import { createContext, type ComponentChildren } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { type Language, type Texts, english, type Languages, loadLanguage, type Text } from './language';
import type { Host } from '../../app/host';
import { messageOf } from '../../core/basics';
import { inTime } from '../../core/waiting';
import { placeAskedFor, PlacesContext, placeTitle } from '../places';

const LanguageContext = createContext<Language>(english());

/** Fills texts, and formats numbers and times for the user. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** A section's texts in the user's language, and what fills them. */
export function useTexts<Section extends keyof Texts>(section: Section): readonly [Texts[Section], Language] {
  const language = useLanguage();
  return [language.texts[section], language];
}

interface LanguageChoice {
  /** The code of a language; empty for the spreadsheet's own. */
  readonly chosen: string;
  readonly choose: (code: string) => Promise<void>;
  /** Loads the texts of what is loaded late: from then on every language has them. */
  readonly addLateTexts: () => Promise<void>;
}

const LanguageChoiceContext = createContext<LanguageChoice>({
  chosen: '',
  choose: () => Promise.resolve(),
  addLateTexts: () => Promise.resolve(),
});

/** The language that the user has chosen for the pane, and a way to choose another. */
export const useLanguageChoice = (): LanguageChoice => useContext(LanguageChoiceContext);

/** A sentence in whichever language the pane has when it is shown. */
export type Said = (language: Language) => string;

/** A sentence that may have an English part. */
export type Report = (language: Language) => ComponentChildren;

export const said =
  <Section extends keyof Texts>(
    section: Section,
    key: keyof Texts[Section],
    values?: Parameters<Language['fill']>[1],
  ) =>
  (language: Language): string =>
    language.fill(language.texts[section][key] as Text, values);

/** A text of the pane with the reason of a failure. */
export const because =
  <Section extends keyof Texts>(section: Section, key: keyof Texts[Section], error: unknown): Report =>
  (language) => <Because text={language.texts[section][key] as Text} reason={messageOf(error)} />;

/** A report to the user, which follows a change of the language; empty before the first. */
export function useSaid(): readonly [text: ComponentChildren, say: (said: Report | undefined) => void] {
  const [current, setCurrent] = useState<{ readonly said: Report | undefined }>({ said: undefined });
  const language = useLanguage();
  return [current.said?.(language) ?? '', (said) => setCurrent({ said })];
}

/** The pane's language at its start. */
interface ChosenLanguage {
  readonly chosen: string;
  readonly language: Language;
}

/** The user's choice, or else the spreadsheet's language. */
export async function openingLanguage({ storage, language }: Host, languages: Languages): Promise<ChosenLanguage> {
  const chosen = (await inTime(() => storage.getItem(STORED_AS), MAX_READ_MS).catch(() => null)) ?? '';
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
  const isLateWanted = useRef(false);
  const choose = async (code: string): Promise<void> => {
    await (code === '' ? host.storage.removeItem(STORED_AS) : host.storage.setItem(STORED_AS, code));
    const loaded = await loadLanguage(code || host.language, languages);
    setCurrent({ chosen: code, language: isLateWanted.current ? await loaded.withLateTexts() : loaded });
  };
  const addLateTexts = async (): Promise<void> => {
    isLateWanted.current = true;
    if (language.hasLateTexts) return;
    const more = await language.withLateTexts();
    setCurrent((now) => (now.language.code === more.code ? { ...now, language: more } : now));
  };
  return (
    <LanguageContext.Provider value={language}>
      <LanguageChoiceContext.Provider value={{ chosen, choose, addLateTexts }}>
        <div lang={language.code}>{children}</div>
      </LanguageChoiceContext.Provider>
    </LanguageContext.Provider>
  );
}

/** Where the chosen language is stored: nothing for the spreadsheet's own. */
const STORED_AS = 'md.language';
const MAX_READ_MS = 5_000;

interface BecauseProps {
  /** With a {reason}. */
  readonly text: Text;
  /** In English, as all errors are. */
  readonly reason: string;
}

export function Because({ text, reason }: BecauseProps) {
  const [before, after = ''] = useLanguage().fill(text).split('{reason}');
  return (
    <>
      {before}
      <Reason>{reason}</Reason>
      {after}
    </>
  );
}

/**
 * An error's sentence in the language of the pane, or in English if the language does not have it; a screen reader then
 * reads it as English. Beside one that sends to the pane is the way there.
 */
export function Reason({ children }: { readonly children: string }) {
  const language = useLanguage();
  const { go } = useContext(PlacesContext);
  const said = language.reason(children);
  const place = placeAskedFor(children);
  return (
    <>
      {said ?? <span lang="en">{children}</span>}
      {place && (
        <>
          {' '}
          <button type="button" class="md-link" onClick={() => go(place)}>
            {placeTitle(place, language)}
          </button>
        </>
      )}
    </>
  );
}
