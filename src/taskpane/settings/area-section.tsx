import { type Area, AREAS } from '../../api/interface/operation';
import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds } from '../../app/settings';
import { saveArea, saveQuotesFresh } from '../../app/workbook-settings';
import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { useStore } from '../use-store';
import { SettingSelect } from '../setting';
import { Check } from '../components/check';
import { freshText, useQuotesFresh } from '../use-session';
import { Because } from '../texts/because';
import { useTexts, useLanguage, useSaid } from '../texts/use-texts';
import { messageOf } from '../../core/basics';

/** The workbook's area for functions whose formula names none, and how long quotes stay fresh. */
export function AreaSection({ session }: TabProps) {
  const texts = useTexts('settings');
  const value = useStore(session, () => session.settings.area);
  const [report, say] = useSaid();
  const set = (area: Area): void => {
    saveArea(session, area).then(
      () => {
        say((language) => language.texts.settings.saved);
      },
      (error: unknown) => {
        say((shown) => <Because text={shown.texts.settings.notSaved} reason={messageOf(error)} />);
      },
    );
  };
  return (
    <Section title={texts.quotesTitle}>
      <SettingSelect
        id="md-area"
        label={texts.area}
        hint={texts.areaHint}
        setting={{ value, report, set }}
        choices={AREAS}
        labelOf={(area) => texts[area]}
      />
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
        say((shown) => <Because text={shown.texts.settings.notSaved} reason={messageOf(error)} />);
      },
    );
  };
  return (
    <>
      <SettingSelect
        id="md-quotes-fresh"
        label={texts.quotesFresh}
        hint={texts.quotesFreshHint}
        setting={{
          value: seconds,
          report,
          set: (chosen) => {
            save(chosen, isOfWorkbook);
          },
        }}
        choices={QUOTES_FRESH_SECONDS}
        labelOf={(value) => freshText(value, language)}
      />
      <Check
        label={texts.onlyThisWorkbook}
        isChecked={isOfWorkbook}
        onChange={(isChecked) => {
          save(isChecked ? seconds : session.settings.quotesFreshSeconds, isChecked);
        }}
      />
    </>
  );
}
