import type { Session } from '../../app/session';
import { useLanguage, useTexts } from '../texts/use-texts';
import { ageText, priceTimeText } from './age';
import { isCostly } from './filter-cells';
import { CellLink } from './cell-link';
import { FixButtons } from './fix-buttons';
import type { FixTasks } from './use-fixing';
import type { MdCell } from '../../app/workbook/cells';
import { localFormula } from '../../app/workbook/formulas';

/** One formula: its cell, the age of its value, and what went wrong. */
export function CellRow({
  session,
  cell: mdCell,
  requestCount,
  fixing,
}: {
  readonly session: Session;
  readonly cell: MdCell;
  /** How many requests it needs by itself, if known. */
  readonly requestCount: number | undefined;
  readonly fixing: FixTasks;
}) {
  const { cell, formula, text, error, lastError, partialError, hiddenError, ageMs, priceTime, spill } = mdCell;
  const texts = useTexts('cells');
  const language = useLanguage();
  const local = localFormula(formula, session.host.workbook.listSeparator);
  const isSpilled = spill.rows * spill.columns > 1;
  const shownText = isSpilled ? language.fill(texts.spillSize, { rows: spill.rows, columns: spill.columns }) : text;
  const problem = lastError ?? partialError;
  return (
    <li>
      <div class="md-cell-head">
        <CellLink session={session} block={cell} />
        {isCostly(requestCount) && (
          <span class="md-badge" title={texts.costlyHint}>
            {language.fill(texts.costRequests, { count: requestCount })}
          </span>
        )}
        <span class="md-cell-value">{error ?? shownText}</span>
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      {problem !== undefined && <p class="md-error">{problem}</p>}
      {hiddenError !== undefined && <p class="md-hint">{language.fill(texts.hiddenError, { error: hiddenError })}</p>}
      <FixButtons cell={mdCell} fixing={fixing} />
      {ageMs !== undefined && (
        <p class="md-hint">
          {ageText(ageMs, language)}
          {priceTimeText(priceTime, language)}
        </p>
      )}
    </li>
  );
}
