import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useHeight } from '../hooks';

interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Shown instead of the label, which is then only read by screen readers. */
  readonly icon?: ComponentChildren;
  readonly content: ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/**
 * Tabs by the WAI-ARIA pattern: one stop for the Tab key; arrows, Home and End select. Hidden panels keep their state.
 */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useHeight(list, '--md-tabs-height');
  // One tab is scrolled with all others: what was chosen would begin somewhere in its middle.
  useLayoutEffect(() => {
    for (let one: HTMLElement | null = list.current; one; one = one.parentElement) one.scrollTop = 0;
  }, [selected]);
  const choose = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const [current, last] = [items.findIndex(({ id }) => id === selected), items.length - 1];
    const index = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (index === undefined) return;
    event.preventDefault();
    // Behind the last one comes the first.
    const { id } = items.at(index > last ? 0 : index)!;
    onSelect(id);
    document.getElementById(`md-tab-${id}`)?.focus();
  };
  return (
    <>
      <div class="md-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={choose}>
        {items.map(({ id, label, icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`md-tab-${id}`}
            class="md-tab"
            title={icon ? label : undefined}
            aria-selected={id === selected}
            aria-controls={`md-panel-${id}`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {icon}
            <span class={icon ? 'md-unseen' : undefined}>{label}</span>
          </button>
        ))}
      </div>
      {items.map(({ id, content }) => (
        <div
          key={id}
          id={`md-panel-${id}`}
          class="md-panel"
          role="tabpanel"
          aria-labelledby={`md-tab-${id}`}
          hidden={id !== selected}
        >
          {content}
        </div>
      ))}
    </>
  );
}
