import { useState } from 'preact/hooks';
import type { Session } from '../app/session';
import { Announcer } from './components/announcer';
import { Icon } from './components/icon';
import { Tabs } from './components/tabs';
import { LazyTab } from './lazy-tab';
import { TABS } from './tabs';
import type { Language } from './texts/language';
import { LanguageContext } from './texts/use-texts';

interface PaneProps {
  /** Ready. */
  readonly session: Session;
  readonly language: Language;
}

/** The whole pane. Without a key the form for it comes first. */
export function Pane({ session, language }: PaneProps) {
  const [selected, setSelected] = useState<string>(() => (session.settings.apiKey === '' ? 'settings' : 'functions'));
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([selected]));
  const texts = language.texts.shell;
  const select = (id: string): void => {
    setSelected(id);
    setVisited((before) => new Set([...before, id]));
  };
  const items = TABS.map(({ id, load }) => ({
    id,
    label: texts[id],
    ...(id === 'settings' ? { icon: <Icon name="settings" /> } : {}),
    content: visited.has(id) && <LazyTab load={load} session={session} />,
  }));
  return (
    <LanguageContext.Provider value={language}>
      <Announcer>
        <Tabs label={texts.sections} items={items} selected={selected} onSelect={select} />
      </Announcer>
    </LanguageContext.Provider>
  );
}
