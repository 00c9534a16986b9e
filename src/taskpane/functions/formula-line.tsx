import type { AnyDeclaration } from '../../functions/define';
import { localFormula } from '../../app/formulas/local-formula';
import { useTexts } from '../texts/use-texts';
import { CopyButton } from '../help/copy-button';
import { type Entries, formulaText } from './formula';

interface FormulaLineProps {
  readonly declaration: AnyDeclaration;
  readonly entries: Entries;
  readonly listSeparator: string;
}

/** The formula as this user would type it. */
export function FormulaLine({ declaration, entries, listSeparator }: FormulaLineProps) {
  const texts = useTexts('functions');
  const formula = localFormula(formulaText(declaration, entries, listSeparator), listSeparator);
  return (
    <section class="md-formula" aria-label={texts.formula}>
      <code translate={false}>{formula}</code>
      <CopyButton formula={formula} />
    </section>
  );
}
