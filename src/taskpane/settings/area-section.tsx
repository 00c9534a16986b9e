import { AREAS } from '../../api/interface/operation';
import { fromStored } from '../../app/settings';
import { saveArea } from '../../app/workbook-settings';
import { messageOf } from '../../core/message-of';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Select } from '../components/select';
import type { TabProps } from '../tab-props';
import { useSaid } from '../texts/use-said';
import { useTexts } from '../texts/use-texts';
import { QuotesFresh } from './quotes-fresh';
import { useSetting } from './use-setting';

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
