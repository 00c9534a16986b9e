import type { AnyDeclaration } from '../../functions/define';
import { Button } from '../components/button';
import { useAnnounce } from '../components/announcer';
import { localFormula } from '../../app/formulas/local-formula';
import { useTexts } from '../texts/use-texts';
import { type Entries, formulaOf } from './formula';

interface FormulaLineProps {
  readonly declaration: AnyDeclaration;
  readonly entries: Entries;
  readonly listSeparator: string;
}

/** The formula as this user would type it. */
export function FormulaLine({ declaration, entries, listSeparator }: FormulaLineProps) {
  const texts = useTexts('functions');
  const announce = useAnnounce();
  const formula = localFormula(formulaOf(declaration, entries, listSeparator), listSeparator);
  const copy = (): void => {
    navigator.clipboard.writeText(formula).then(
      () => {
        announce(texts.copied);
      },
      () => {
        announce(texts.notCopied);
      },
    );
  };
  return (
    <section class="md-formula" aria-label={texts.formula}>
      <code translate={false}>{formula}</code>
      <Button look="subtle" onClick={copy}>
        {texts.copy}
      </Button>
    </section>
  );
}
