import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Choice {
  readonly key: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Of the detail, where it is not the pane's. */
  readonly lang?: string;
  /** Its kind, in small print at the end. */
  readonly remark?: string | undefined;
}

interface ComboboxProps<C extends Choice> {
  /** The input's own properties: its id or name, its placeholder. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly value: string;
  readonly choices: readonly C[];
  readonly label: string;
  readonly onText: (text: string, caret: number) => void;
  readonly onChoose: (choice: C) => void;
  /** Enter goes to the first choice, as the arrow down does; a second one takes it. */
  readonly goesToFirst?: boolean;
}

/**
 * An input with a list of suggestions, by the pattern of WAI-ARIA: the focus stays in the input, arrow keys move
 * through the list.
 */
export function Combobox<C extends Choice>({
  input,
  value,
  choices,
  label,
  onText,
  onChoose,
  goesToFirst = false,
}: ComboboxProps<C>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const shown = isOpen ? choices : [];
  const current = Math.min(active, shown.length - 1);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (choice: C): void => {
    close();
    onChoose(choice);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (choices.length > 0)
        setActive((current + step + choices.length + (current < 0 && step < 0 ? 1 : 0)) % choices.length);
    } else if (event.key === 'Enter' && shown.length > 0 && (current >= 0 || goesToFirst)) {
      event.preventDefault();
      if (current >= 0) choose(shown[current]!);
      else setActive(0);
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <div class="md-combobox">
      <input
        type="text"
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => {
          setOpen(true);
          setActive(-1);
          onText(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul class="md-choices" role="listbox" id={`${id}-list`} aria-label={label} ref={list} hidden={shown.length === 0}>
        {shown.map((choice, index) => (
          <li
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            // The focus stays in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <span class="md-choice-title" translate={false}>
              {choice.title}
            </span>
            {choice.remark !== undefined && <span class="md-remark">{choice.remark}</span>}
            {choice.detail !== undefined && (
              <span class="md-hint" lang={choice.lang}>
                {choice.detail}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Safari's code for a key of the input method after the composition has ended. */
const OF_INPUT_METHOD = 229;

/** Whether the key belongs to the input of Japanese or Chinese: Enter then confirms characters. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === OF_INPUT_METHOD;
