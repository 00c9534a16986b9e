import { useLayoutEffect, useState } from 'preact/hooks';
import { Announcer } from './components/announcer';
import { Icon } from './components/icon';
import { Tabs } from './components/tabs';
import { ErrorBoundary } from './error-boundary';
import { SearchBox } from './search/search-box';
import { type TabProps, WantedFormulaContext, type WantedFormula } from './tab-props';
import { TABS } from './tabs';
import { useTexts } from './texts/use-texts';

/**
 * The whole pane, for a session that is ready. Without a key, the key's form comes first. When another workbook
 * replaces this one, it gets its own tabs.
 */
export function Pane({ session }: TabProps) {
  const texts = useTexts('shell');
  const [selected, setSelected] = useState<string>(() => (!session.isSetUp ? 'settings' : 'functions'));
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([selected]));
  const [turn, setTurn] = useState(0);
  useLayoutEffect(
    () =>
      session.host.workbook.onReplaced?.(() => {
        setTurn((before) => before + 1);
      }),
    [session],
  );
  const [wantedFormula, setWantedFormula] = useState<WantedFormula>();
  const select = (id: string): void => {
    setSelected(id);
    setVisited((before) => new Set([...before, id]));
  };
  const items = TABS.map(({ id, Content }) => ({
    id,
    label: texts[id],
    ...(id === 'settings' ? { icon: <Icon name="settings" /> } : {}),
    content: visited.has(id) && (
      <ErrorBoundary key={turn}>
        <Content session={session} />
      </ErrorBoundary>
    ),
  }));
  return (
    <Announcer>
      <SearchBox
        key={turn}
        session={session}
        onChoose={({ id, entries }) => {
          setWantedFormula((before) => ({ id, entries, turn: (before?.turn ?? 0) + 1 }));
          select('functions');
        }}
      />
      <WantedFormulaContext.Provider value={wantedFormula}>
        <Tabs label={texts.sections} items={items} selected={selected} onSelect={select} />
      </WantedFormulaContext.Provider>
    </Announcer>
  );
}
