import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Block } from '../../core/sheet/a1';
import { Button } from '../components/button';
import { useLanguage, useTexts } from '../texts/use-texts';
import { CellLink } from './cell-link';

export interface LeftOut {
  readonly block: Block | undefined;
  readonly reason: string;
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
  const language = useLanguage();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const rest = items.length - shown;
  if (items.length === 0) return null;
  return (
    <>
      <p>{label}</p>
      <ul class="md-list" aria-label={label}>
        {items.slice(0, shown).map(({ block, reason }, index) => (
          <li key={index}>
            {block ? <CellLink session={session} block={block} /> : texts.deletedCells}
            <p class="md-hint">{reason}</p>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          look="subtle"
          onClick={() => {
            setShown(shown + SHOWN_AT_ONCE);
          }}
        >
          {language.fill(texts.showMore, { count: Math.min(rest, SHOWN_AT_ONCE) })}
        </Button>
      )}
    </>
  );
}
