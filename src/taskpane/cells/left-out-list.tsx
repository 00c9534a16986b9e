import type { Session } from '../../app/session';
import type { Block } from '../../core/sheet/a1';
import { useTexts } from '../texts/use-texts';
import { CellLink } from './cell-link';
import { useMore } from './use-more';

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
  const { shown, button } = useMore(items, SHOWN_AT_ONCE, 'subtle');
  if (items.length === 0) return null;
  return (
    <>
      <p>{label}</p>
      <ul class="md-list" aria-label={label}>
        {shown.map(({ block, reason }, index) => (
          <li key={index}>
            {block ? <CellLink session={session} block={block} /> : texts.deletedCells}
            <p class="md-hint">{reason}</p>
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}
