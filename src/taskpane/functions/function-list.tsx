import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { useTexts } from '../texts/use-texts';
import type { LoadedFunctionTexts } from './use-function-texts';

interface FunctionListProps {
  readonly help: LoadedFunctionTexts;
  /** Receives the function's id. */
  readonly onChoose: (id: string) => void;
}

/** All functions. The arrow keys move through the list. */
export function FunctionList({ help, onChoose }: FunctionListProps) {
  const texts = useTexts('functions');
  const { tryAgain } = useTexts('shell');
  const root = useRef<HTMLDivElement>(null);
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('.md-item') ?? [])];
    const next = step && stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={root} onKeyDown={move}>
      {help.hasFailed && (
        <MessageBar tone="warning" actions={<Button onClick={help.retry}>{tryAgain}</Button>}>
          {texts.notLoaded}
        </MessageBar>
      )}
      <ul class="md-items" aria-label={texts.list}>
        {TRAITS.map(({ id }) => (
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
    </div>
  );
}
