import type { AnyDeclaration } from '../../functions/define';
import { useTexts } from '../texts/use-texts';
import { CopyButton } from '../help/copy-button';
import { type Entries, formulaText } from './formula';
import { type Culture, localFormula } from '../../app/workbook/formulas';

interface FormulaLineProps {
  readonly declaration: AnyDeclaration;
  readonly entries: Entries;
  readonly culture: Culture;
}

/** The formula as this user would type it. */
export function FormulaLine({ declaration, entries, culture }: FormulaLineProps) {
  const texts = useTexts('functions');
  const formula = localFormula(formulaText(declaration, entries, culture), culture.listSeparator);
  return (
    <section class="md-formula" aria-label={texts.formula}>
      <code translate={false}>{formula}</code>
      <CopyButton formula={formula} />
    </section>
  );
}
