import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { a1WithSheet, type Block } from '../../core/sheet';
import { Button, useAction } from '../components/elements';
import { useSession } from '../session';
import { useTexts } from '../texts/use-texts';

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

/** The beginning of a long list, and the button that shows more, until all of it is shown. */
export function useMore<Item>(
  items: readonly Item[],
  atOnce: number,
  look: 'secondary' | 'subtle',
): { readonly shown: readonly Item[]; readonly button: JSX.Element | undefined } {
  const [texts, language] = useTexts('cells');
  const [count, setCount] = useState(atOnce);
  const rest = items.length - count;
  // Otherwise "Show 3 more" might be followed by "Show 1 more".
  const next = rest < 2 * atOnce ? rest : atOnce;
  const more = (): void => setCount(count + next);
  return {
    shown: items.slice(0, count),
    button:
      rest > 0 ? (
        <Button look={look} onClick={more} text={language.fill(texts.showMore, { count: next })} />
      ) : undefined,
  };
}
