import { AREAS } from '../../api/interface/operation';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Select } from '../components/select';
import type { TabProps } from '../tab-props';
import { useTexts } from '../texts/use-texts';
import { QuotesFresh } from './quotes-fresh';
import { useSetting } from './use-setting';

/** The area for functions whose formula names none, and how long quotes stay fresh. */
export function AreaSection({ session }: TabProps) {
  const texts = useTexts('settings');
  const area = useSetting(session, 'area');
  const choose = (chosen: string): void => {
    const found = AREAS.find((one) => one === chosen);
    if (found) area.set(found);
  };
  return (
    <Section title={texts.quotesTitle}>
      <Field id="md-area" label={texts.area} hint={texts.areaHint}>
        {(control) => (
          <Select
            control={control}
            options={AREAS.map((value) => ({ value, label: texts[value] }))}
            value={area.value}
            onChange={choose}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {area.report}
      </p>
      <QuotesFresh session={session} />
    </Section>
  );
}
