import { AREAS } from '../../api/interface/operation';
import { fromStored, QUOTES_FRESH_SECONDS, type QuotesFreshSeconds } from '../../app/settings';
import { saveArea, saveQuotesFresh } from '../../app/workbook-settings';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Select } from '../components/select';
import type { TabProps } from '../tab-props';
import { useSaid } from '../texts/use-said';
import { useTexts, useLanguage } from '../texts/use-texts';
import { useSetting } from './use-setting';
import { Check } from '../components/check';
import { freshText, useQuotesFresh } from '../use-session';
import { messageOf } from '../../core/basics';

/** The workbook's area for functions whose formula names none, and how long quotes stay fresh. */
export function AreaSection({ session }: TabProps) {
  const texts = useTexts('settings');
  const { value } = useSetting(session, 'area');
  const [report, say] = useSaid();
  const choose = (chosen: string): void => {
    saveArea(session, fromStored(AREAS, chosen, value)).then(
      () => {
        say((language) => language.texts.settings.saved);
      },
      (error: unknown) => {
        say((language) => language.fill(language.texts.settings.notSaved, { reason: messageOf(error) }));
      },
    );
  };
  return (
    <Section title={texts.quotesTitle}>
      <Field id="md-area" label={texts.area} hint={texts.areaHint}>
        {(control) => (
          <Select
            control={control}
            options={AREAS.map((area) => ({ value: area, label: texts[area] }))}
            value={value}
            onChange={choose}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {report}
      </p>
      <QuotesFresh session={session} />
    </Section>
  );
}

/** How long quotes stay fresh, in all workbooks or only in this one. */
function QuotesFresh({ session }: TabProps) {
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
