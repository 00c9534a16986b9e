import type { MdCell } from '../../app/cells';
import type { Session } from '../../app/session';
import { localFormula } from '../local-formula';
import { useLanguage, useTexts } from '../texts/use-texts';
import { ageText } from './age';
import { CellLink } from './cell-link';

/** One formula: where it is, how old its value is, what went wrong. */
export function CellRow({ session, cell: { cell, formula, text, error, lastError, ageMs, isCostly } }: { readonly session: Session; readonly cell: MdCell }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const local = localFormula(formula, session.host.workbook.listSeparator);
  return (
    <li>
      <div class="md-cell-head">
        <CellLink session={session} block={cell} />
        {isCostly && <span class="md-badge" title={texts.costlyHint}>{texts.costly}</span>}
        <span class="md-cell-value">{error ?? text}</span>
      </div>
      <code class="md-cell-formula" title={local}>{local}</code>
      {lastError !== undefined && <p class="md-error">{lastError}</p>}
      {ageMs !== undefined && <p class="md-hint">{ageText(ageMs, language)}</p>}
    </li>
  );
}
