import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Language, Text } from '../texts/language';
import { Because, Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { JSX } from 'preact';
import { Button } from '../components/button';
import { a1WithSheet, type Block } from '../../core/sheet';
import { messageOf } from '../../core/basics';

interface CellLinkProps {
  readonly session: Session;
  readonly block: Block;
}

/** A cell's address; clicking it selects and shows the cell, or explains why that is not possible. */
export function CellLink({ session, block }: CellLinkProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
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
export function LeftOutList({
  session,
  label,
  items,
}: {
  readonly session: Session;
  readonly label: string;
  readonly items: readonly LeftOut[];
}) {
  const texts = useTexts('cells');
  const { shown, button } = useMore(items, SHOWN_AT_ONCE, 'subtle');
  if (items.length === 0) return null;
  return (
    <>
      <p>{label}</p>
      <ul class="md-list" aria-label={label}>
        {shown.map(({ block, reason }, index) => (
          <li key={index}>
            {block ? <CellLink session={session} block={block} /> : texts.deletedCells}
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
  const texts = useTexts('cells');
  const language = useLanguage();
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
