import { useSession } from '../session';
import { useState } from 'preact/hooks';
import type { Language, Text } from '../texts/language';
import { Because, Reason, useTexts } from '../texts/use-texts';
import type { JSX } from 'preact';
import { Button } from '../components/elements';
import { a1WithSheet, type Block } from '../../core/sheet';
import { messageOf } from '../../core/basics';

interface CellLinkProps {
  readonly block: Block;
}

/** A cell's address; clicking it selects and shows the cell, or explains why that is not possible. */
export function CellLink({ block }: CellLinkProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const [problem, setProblem] = useState<string>();
  const address = a1WithSheet(block);
  const select = (): void => {
    setProblem(undefined);
    session.host.workbook.select(block).catch((error: unknown) => {
      setProblem(messageOf(error));
    });
  };
  return (
    <>
      <button type="button" class="md-link" onClick={select}>
        {address}
      </button>
      {problem !== undefined && (
        <span class="md-error" role="alert">
          <Because text={language.fill(texts.notSelected, { address })} reason={problem} />
        </span>
      )}
    </>
  );
}

export interface LeftOut {
  readonly block: Block | undefined;
  readonly reason: string;
}

/** More cells than that are not listened to. */
const MAX_SAID = 3;

/** How many a task has left out, as the heading of its list says it, and the first of them; empty if none. */
export function leftOutText(text: Text, blocks: readonly (Block | undefined)[], language: Language): string {
  if (blocks.length === 0) return '';
  const { deletedCells } = language.texts.cells;
  const first = blocks.slice(0, MAX_SAID).map((block) => (block ? a1WithSheet(block) : deletedCells));
  return `${language.fill(text, { count: blocks.length })} ${first.join(', ')}${blocks.length > MAX_SAID ? ', …' : ''}`;
}

const SHOWN_AT_ONCE = 50;

/** What a task could not do, cell by cell, with the reasons. */
export function LeftOutList({ label, items }: { readonly label: string; readonly items: readonly LeftOut[] }) {
  const [texts] = useTexts('cells');
  const { shown, button } = useMore(items, SHOWN_AT_ONCE, 'subtle');
  if (items.length === 0) return null;
  return (
    <>
      <p>{label}</p>
      <ul class="md-list" aria-label={label}>
        {shown.map(({ block, reason }, index) => (
          <li key={index}>
            {block ? <CellLink block={block} /> : texts.deletedCells}
            <p class="md-hint">
              <Reason>{reason}</Reason>
            </p>
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}

/** The beginning of a long list, and the button that shows more of it; there is none once all of it is shown. */
export function useMore<Item>(
  items: readonly Item[],
  atOnce: number,
  look: 'secondary' | 'subtle' = 'secondary',
): { readonly shown: readonly Item[]; readonly button: JSX.Element | undefined } {
  const [texts, language] = useTexts('cells');
  const [count, setCount] = useState(atOnce);
  const rest = items.length - count;
  return {
    shown: items.slice(0, count),
    button:
      rest > 0 ? (
        <Button
          look={look}
          onClick={() => {
            setCount(count + atOnce);
          }}
        >
          {language.fill(texts.showMore, { count: Math.min(rest, atOnce) })}
        </Button>
      ) : undefined,
  };
}
