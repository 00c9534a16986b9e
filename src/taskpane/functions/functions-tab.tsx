import { useSession, WantedFormulaContext, type WantedFormula } from '../session';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary, Button, Section, MessageBar } from '../components/elements';
import { Builder } from './builder';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { TRAITS } from '../../app/generated/function-traits';
import { useStore } from '../hooks';
import { argumentsFor } from '../../app/profile';
import { profileOf } from '../../app/settings';
import type { AddedOperation } from '../../api/interface/operation';
import type { Entries } from './formula';
import { useFunctionTexts } from './function-texts';
import { useTexts } from '../texts/use-texts';
import './functions.css';

type ChosenFormula = Omit<WantedFormula, 'turn'> & Partial<WantedFormula>;

/** All worksheet functions: choose one, fill it in, insert it. A search result opens filled in. */
export function FunctionsTab() {
  const session = useSession();
  const help = useFunctionTexts();
  const { added } = profileOf(useStore(session, () => session.settings));
  const formula = useContext(WantedFormulaContext);
  const [chosen, setChosen] = useState<ChosenFormula | undefined>(formula);
  useLayoutEffect(() => {
    if (formula) setChosen(formula);
  }, [formula]);
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<string>();
  /** Below 0, unlike the numbers of requests from elsewhere. */
  const opened = useRef(0);
  useLayoutEffect(() => {
    if (!chosen && left.current) list.current?.querySelector<HTMLElement>(`[data-function="${left.current}"]`)?.focus();
    left.current = chosen?.id;
  }, [chosen]);
  if (chosen)
    return (
      <ErrorBoundary key={`${chosen.id} ${chosen.turn ?? ''}`}>
        <Builder
          id={chosen.id}
          initial={chosen.entries}
          text={help.texts?.get(chosen.id)}
          onBack={() => setChosen(undefined)}
          onOpen={(id, entries) => setChosen({ id, entries, turn: --opened.current })}
        />
      </ErrorBoundary>
    );
  return (
    <div ref={list}>
      <FunctionList help={help} added={added} onChoose={(id, entries) => setChosen({ id, entries })} />
    </div>
  );
}

interface FunctionListProps {
  readonly help: ReturnType<typeof useFunctionTexts>;
  /** Operations of the service that are not in the table. */
  readonly added: readonly AddedOperation[];
  readonly onChoose: (id: string, entries: Entries) => void;
}

/**
 * All functions. The arrow keys move through the list. It is shown once the texts are there or have failed: with them
 * it grows, and a function would move away from under the pointer.
 */
function FunctionList({ help, added, onChoose }: FunctionListProps) {
  const [texts] = useTexts('functions');
  const [{ loading, tryAgain }] = useTexts('shell');
  const wasShown = useRef(false);
  wasShown.current ||= help.texts !== undefined || help.hasFailed;
  const root = useRef<HTMLDivElement>(null);
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('.md-item') ?? [])];
    const next = step && stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  if (!wasShown.current) return <p class="md-hint md-loading">{loading}</p>;
  return (
    <div ref={root} onKeyDown={move}>
      {help.hasFailed && (
        <MessageBar tone="warning" actions={<Button onClick={help.retry} text={tryAgain} />}>
          {texts.notLoaded}
        </MessageBar>
      )}
      <ul class="md-items" aria-label={texts.list}>
        {TRAITS.map(({ id }) => (
          <Item key={id} name={`MD.${id}`} id={id} lang="en" onClick={() => onChoose(id, {})}>
            {help.texts?.get(id)?.summary}
          </Item>
        ))}
      </ul>
      {added.length > 0 && (
        <Section title={texts.added}>
          <ul class="md-items" aria-label={texts.added}>
            {added.map((operation) => (
              <Item key={operation.id} name={operation.path} onClick={() => onChoose('GET', argumentsFor(operation))}>
                {operation.summary}
              </Item>
            ))}
          </ul>
        </Section>
      )}
      <p>
        <a href="help/first-day.html" target="_blank" rel="noreferrer">
          {texts.firstDay}
        </a>
      </p>
    </div>
  );
}

interface ItemProps {
  readonly name: string;
  readonly id?: string;
  /** Of its summary. */
  readonly lang?: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

const Item = ({ name, id, lang, onClick, children }: ItemProps) => (
  <li>
    <button type="button" class="md-item" data-function={id} onClick={onClick}>
      <span class="md-item-name" translate={false}>
        {name}
      </span>
      <span class="md-hint" lang={lang}>
        {children}
      </span>
    </button>
  </li>
);
