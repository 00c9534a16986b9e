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
    const index = nextIndex(
      event.key,
      items.findIndex(({ id }) => id === selected),
      items.length,
    );
    if (index === undefined) return;
    event.preventDefault();
    onSelect(items[index]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <>
      <div class="md-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={choose}>
        {items.map((item) => (
          <Tab key={item.id} item={item} isSelected={item.id === selected} onSelect={onSelect} />
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

function Tab({
  item: { id, label, icon },
  isSelected,
  onSelect,
}: {
  item: TabItem;
  isSelected: boolean;
  onSelect: (id: string) => void;
}) {
  return (
    <button
      type="button"
      role="tab"
      id={`md-tab-${id}`}
      class="md-tab"
      title={icon ? label : undefined}
      aria-selected={isSelected}
      aria-controls={`md-panel-${id}`}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => {
        onSelect(id);
      }}
    >
      {icon}
      <span class={icon ? 'md-unseen' : undefined}>{label}</span>
    </button>
  );
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
