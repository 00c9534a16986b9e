import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LeftOut } from '../../app/workbook/replace';
import { a1WithSheet, type Block } from '../../core/sheet';
import { Button, useAction } from '../components/elements';
import { useSession } from '../session';
import type { Language, Text } from '../texts/language';
import { Reason, useTexts } from '../texts/use-texts';

/** A cell's address; clicking it selects and shows the cell, or explains why that is not possible. */
export function CellLink({ block }: { readonly block: Block }) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const address = a1WithSheet(block);
  const { run, problem } = useAction(language.fill(texts.notSelected, { address }));
  return (
    <>
      <button type="button" class="md-link" onClick={() => run(() => session.host.workbook.select(block))}>
        {address}
      </button>
      {problem}
    </>
  );
}

/** More cells than that are not listened to. */
const MAX_SAID = 3;

/** How many cells a task has skipped, worded as a heading, and the first of them; empty if none. */
export function leftOutText(text: Text, items: readonly LeftOut[], language: Language): string {
  if (items.length === 0) return '';
  const { deletedCells } = language.texts.cells;
  const first = items.slice(0, MAX_SAID).map(({ block }) => (block ? a1WithSheet(block) : deletedCells));
  return `${language.fill(text, { count: items.length })} ${first.join(', ')}${items.length > MAX_SAID ? ', …' : ''}`;
}

interface CellRowsProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** How many are shown at first, and more at each click. */
  readonly atOnce?: number;
  readonly keyOf?: (item: Item) => string;
  readonly class?: string;
  /** Of one item. */
  readonly children: (item: Item) => ComponentChildren;
  /** For all of them, beside the button that shows more. */
  readonly buttons?: ComponentChildren;
}

/** A list of cells, of which the beginning is shown; nothing if it is empty. */
export function CellRows<Item>({ label, items, atOnce = 50, keyOf, children, buttons, ...rest }: CellRowsProps<Item>) {
  const { shown, button } = useMore(items, atOnce, rest.class === undefined ? 'subtle' : 'secondary');
  if (items.length === 0) return null;
  return (
    <>
      <ul class={rest.class ?? 'md-list'} aria-label={label}>
        {shown.map((item, index) => (
          <li key={keyOf?.(item) ?? index}>{children(item)}</li>
        ))}
      </ul>
      {(buttons !== undefined || button) && (
        <div class="md-buttons">
          {button}
          {buttons}
        </div>
      )}
    </>
  );
}

/** The failures of a task, cell by cell, with the reasons. */
export function LeftOutList({ label, items }: { readonly label: string; readonly items: readonly LeftOut[] }) {
  const [texts] = useTexts('cells');
  return (
    <>
      {items.length > 0 && <p>{label}</p>}
      <CellRows label={label} items={items}>
        {({ block, reason }) => (
          <>
            {block ? <CellLink block={block} /> : texts.deletedCells}
            <p class="md-hint">
              <Reason>{reason}</Reason>
            </p>
          </>
        )}
      </CellRows>
    </>
  );
}

/** The beginning of a long list, and the button that shows more, until all of it is shown. */
export function useMore<Item>(
  items: readonly Item[],
  atOnce: number,
  look: 'secondary' | 'subtle',
): { readonly shown: readonly Item[]; readonly button: JSX.Element | undefined } {
  const [texts, language] = useTexts('cells');
  const [count, setCount] = useState(atOnce);
  const rest = items.length - count;
  const more = (): void => setCount(count + atOnce);
  return {
    shown: items.slice(0, count),
    button:
      rest > 0 ? (
        <Button look={look} onClick={more} text={language.fill(texts.showMore, { count: Math.min(rest, atOnce) })} />
      ) : undefined,
  };
}
