import type { Session } from '../../app/session';
import type { Block } from '../../core/a1';
import { a1WithSheet } from '../../core/a1';
import { useLanguage, useTexts } from '../texts/use-texts';

interface CellLinkProps {
  readonly session: Session;
  readonly block: Block;
}

/** A cell's address, which shows and selects the cell. */
export function CellLink({ session, block }: CellLinkProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const address = a1WithSheet(block);
  const select = (): void => {
    session.host.workbook.select(block).catch(() => { session.note(language.fill(texts.notSelected, { address })); });
  };
  return <button type="button" class="md-link" onClick={select}>{address}</button>;
}
