import { messageOf } from '../../core/message-of';
import { fromStored, QUOTES_FRESH_SECONDS, type QuotesFreshSeconds } from '../../app/settings';
import { saveQuotesFresh } from '../../app/workbook-settings';
import { Check } from '../components/check';
import { Field } from '../components/field';
import { Select } from '../components/select';
import type { TabProps } from '../tab-props';
import { useSaid } from '../texts/use-said';
import { useLanguage, useTexts } from '../texts/use-texts';
import { freshText, useQuotesFresh } from '../use-quotes-fresh';

/** How long quotes stay fresh, in all workbooks or only in this one. */
export function QuotesFresh({ session }: TabProps) {
  const texts = useTexts('settings');
  const language = useLanguage();
  const { seconds, isOfWorkbook } = useQuotesFresh(session);
  const [report, say] = useSaid();
  const save = (chosen: QuotesFreshSeconds, isForThisWorkbook: boolean): void => {
    say(undefined);
    saveQuotesFresh(session, chosen, isForThisWorkbook).then(
      () => {
        say((shown) => shown.texts.settings.savedOnly);
      },
      (error: unknown) => {
        say((shown) => shown.fill(shown.texts.settings.notSaved, { reason: messageOf(error) }));
      },
    );
  };
  return (
    <>
      <Field id="md-quotes-fresh" label={texts.quotesFresh} hint={texts.quotesFreshHint}>
        {(control) => (
          <Select
            control={control}
            options={QUOTES_FRESH_SECONDS.map((value) => ({ value: String(value), label: freshText(value, language) }))}
            value={String(seconds)}
            onChange={(chosen) => {
              save(fromStored(QUOTES_FRESH_SECONDS, chosen, seconds), isOfWorkbook);
            }}
          />
        )}
      </Field>
      <Check
        label={texts.onlyThisWorkbook}
        isChecked={isOfWorkbook}
        onChange={(isChecked) => {
          save(isChecked ? seconds : session.settings.quotesFreshSeconds, isChecked);
        }}
      />
      <p class="md-report" role="status">
        {report}
      </p>
    </>
  );
}
