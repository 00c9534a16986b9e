import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { englishFormula } from '../../app/workbook/formulas';
import type { Translation } from '../../app/workbook/translate';
import { cellOf } from '../../core/sheet';
import { CopyButton } from '../components/copy-button';
import { InsertSection } from '../functions/insert-section';
import type { TabProps } from '../tab-props';
import { useLanguage } from '../texts/use-texts';
import type { LateCode } from '../use-late';

interface TranslatedFormulaProps extends TabProps {
  readonly late: LateCode;
  readonly typed: string;
  /** Said of a formula that is no other add-in's. */
  readonly otherwise: ComponentChildren;
}

/** The translation of a formula of another add-in, and the way into the sheet. */
export function TranslatedFormula({ session, late, typed, otherwise }: TranslatedFormulaProps) {
  const language = useLanguage();
  const { translate: texts } = late.textsOfTools(language);
  const translation = useTranslation(session, late, typed);
  if (!translation) return <>{otherwise}</>;
  const { after } = translation;
  const text = late.translationText(translation, language, session.host.workbook.listSeparator);
  if (typeof after !== 'string')
    return (
      <p class="md-error" role="status">
        {text}
      </p>
    );
  return (
    <>
      <section class="md-formula" aria-label={texts.one}>
        <code translate={false} role="status">
          {text}
        </code>
        <CopyButton formula={text} />
      </section>
      {late.translationHints([translation], language).map((hint) => (
        <p class="md-hint">{hint}</p>
      ))}
      <InsertSection session={session} formula={after} result={unknownResult} />
    </>
  );
}

/** The size of its result is known once it is in a cell. */
const unknownResult = () => Promise.resolve({ outcome: undefined });

/** Typing goes on. */
const QUIET_MS = 200;

/** Undefined until it is known, and for other texts. */
function useTranslation(
  { host: { workbook }, settings }: Session,
  late: LateCode,
  typed: string,
): Translation | undefined {
  const [translation, setTranslation] = useState<Translation>();
  useEffect(() => {
    setTranslation(undefined);
    let isOver = false;
    const look = async (): Promise<void> => {
      const { sheet, row, column } = await workbook.selection();
      const written = typed.startsWith('=') ? typed : `=${typed}`;
      const formula = englishFormula(written, workbook) ?? written;
      const made = await late.planTranslation(workbook, cellOf(sheet, row, column), formula, settings.area);
      if (!isOver) setTranslation(made);
    };
    const timer = setTimeout(() => {
      look().catch(() => undefined);
    }, QUIET_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed]);
  return translation;
}
