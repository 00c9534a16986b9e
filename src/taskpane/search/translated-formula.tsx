import type { ComponentChildren } from 'preact';
import { CopyButton } from '../components/elements';
import { InsertSection } from '../functions/insert-section';
import type { Session } from '../../app/session';
import { isOtherFunction } from '../../core/translation/translate-call';
import { TranslateSection } from '../cells/translate-section';
import { cellOf } from '../../core/sheet';
import { englishFormula } from '../texts/typed';
import { translationHints, translationText } from '../texts/translation';
import { useLoaded } from '../hooks';
import { useSession } from '../session';
import { useTexts } from '../texts/use-texts';
import { planTranslation, type Translation, withEnglishNames } from '../../app/workbook/translate';

/** In the same letters in every language. */
const OTHER_PRODUCT = /^(?:bloomberg|lseg|refinitiv|reuters|eikon|factset|capital ?iq|google ?(?:sheets|finance))$/i;

interface TranslatedFormulaProps {
  readonly typed: string;
  /** The sentence for what is not another product's. */
  readonly otherwise: ComponentChildren;
}

/**
 * The translation of a formula of another add-in, and the way into the sheet; of its name alone, the way to translate
 * cells.
 */
export function TranslatedFormula({ typed, otherwise }: TranslatedFormulaProps) {
  const session = useSession();
  const [texts, language] = useTexts('translate');
  const translation = useTranslation(session, typed);
  if (OTHER_PRODUCT.test(typed) || isOtherFunction(typed)) return <TranslateSection onDone={() => undefined} />;
  if (!translation) return <>{otherwise}</>;
  const { after } = translation;
  const text = translationText(translation, language, session.host.workbook.listSeparator, typed);
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
        {/* Pasted, it would need the names of the country. */}
        {withEnglishNames(typed) === typed && <CopyButton formula={text} />}
      </section>
      {translationHints([translation], language).map((hint) => (
        <p class="md-hint">{hint}</p>
      ))}
      <InsertSection formula={after} result={unknownResult} />
    </>
  );
}

/** The size of its result is known once it is in a cell. */
const unknownResult = () => Promise.resolve({ outcome: undefined });

/** Typing goes on. */
const TRANSLATED_AFTER_MS = 200;

/** Undefined until it is known, and for other texts. */
const useTranslation = ({ host: { workbook }, settings }: Session, typed: string): Translation | undefined =>
  useLoaded(
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, TRANSLATED_AFTER_MS));
      if (signal.aborted) return undefined;
      const { sheet, row, column } = await workbook.selection();
      // As letters and chats write quotes, and other languages texts.
      const quoted = typed.includes('"')
        ? typed
        : typed.replaceAll(/[“”„«»]|(?<=[(,;&]\s*)['‘]|['’](?=\s*[,;&)])/g, '"');
      const written = withEnglishNames(quoted.startsWith('=') ? quoted : `=${quoted}`);
      // A formula from elsewhere may have the separators and decimal commas of another country.
      const formula = englishFormula(written, workbook) ?? englishFormula(written, { listSeparator: ';' }) ?? written;
      return planTranslation(workbook, cellOf(sheet, row, column), formula, settings.area);
    },
    [typed],
  )[0];
