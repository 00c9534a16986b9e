import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { MessageBar } from '../components/message-bar';
import { useLanguage, useTexts } from '../texts/use-texts';
import { findFunctions } from './find-functions';
import type { FunctionHelp } from './use-function-texts';

interface FunctionListProps {
  readonly help: FunctionHelp;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Receives the function's id. */
  readonly onChoose: (id: string) => void;
}

/** The functions that match a search. The arrow keys move from the search box into the list and through it. */
export function FunctionList({ help, query, onQuery, onChoose }: FunctionListProps) {
  const texts = useTexts('functions');
  const { tryAgain } = useTexts('shell');
  const language = useLanguage();
  const found = findFunctions(TRAITS, query, help.texts);
  const root = useRef<HTMLDivElement>(null);
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, .md-item') ?? [])];
    const next = step && stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={root} onKeyDown={move}>
      <div class="md-search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={query}
          onInput={(event) => {
            onQuery(event.currentTarget.value);
          }}
        />
      </div>
      {help.hasFailed && (
        <MessageBar tone="warning" actions={<Button onClick={help.retry}>{tryAgain}</Button>}>
          {texts.notLoaded}
        </MessageBar>
      )}
      <p class="md-hint" role="status">
        {found.length === 0 && language.fill(texts.noMatch, { query })}
      </p>
      {found.length > 0 && (
        <ul class="md-items" aria-label={texts.list}>
          {found.map(({ id }) => (
            <li key={id}>
              <button
                type="button"
                class="md-item"
                data-function={id}
                onClick={() => {
                  onChoose(id);
                }}
              >
                <span class="md-item-name" translate={false}>
                  MD.{id}
                </span>
                <span class="md-hint" lang="en">
                  {help.texts?.get(id)?.summary}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
