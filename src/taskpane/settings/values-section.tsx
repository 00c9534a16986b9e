import { ON_FAILURE, PROPERTIES, RICH_VALUES } from '../../app/settings';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Select } from '../components/select';
import { useSetting } from './use-setting';
import type { TabProps } from '../tab-props';
import { useTexts } from '../texts/use-texts';

/** How values look in their cells, and what cells show when the service fails. */
export function ValuesSection({ session }: TabProps) {
  const texts = useTexts('values');
  const richValues = useSetting(session, 'richValues');
  const properties = useSetting(session, 'properties');
  const onFailure = useSetting(session, 'onFailure');
  const propertiesLabels = { off: texts.propertiesOff, auto: texts.propertiesAuto, on: texts.propertiesOn };
  return (
    <Section title={texts.title}>
      <Field id="md-rich-values" label={texts.richValues} hint={texts.richHint}>
        {(control) => (
          <Select
            control={control}
            value={richValues.value}
            options={RICH_VALUES.map((value) => ({ value, label: texts[value] }))}
            onChange={(chosen) => {
              choose(RICH_VALUES, chosen, richValues.set);
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {richValues.report}
      </p>
      <Field id="md-properties" label={texts.properties} hint={texts.propertiesHint}>
        {(control) => (
          <Select
            control={control}
            value={properties.value}
            options={PROPERTIES.map((value) => ({ value, label: propertiesLabels[value] }))}
            onChange={(chosen) => {
              choose(PROPERTIES, chosen, properties.set);
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {properties.report}
      </p>
      <Field id="md-on-failure" label={texts.onFailure} hint={texts.failureHint}>
        {(control) => (
          <Select
            control={control}
            value={onFailure.value}
            options={ON_FAILURE.map((value) => ({ value, label: texts[value] }))}
            onChange={(chosen) => {
              choose(ON_FAILURE, chosen, onFailure.set);
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {onFailure.report}
      </p>
    </Section>
  );
}

function choose<Value extends string>(choices: readonly Value[], chosen: string, set: (value: Value) => void): void {
  const choice = choices.find((one) => one === chosen);
  if (choice !== undefined) set(choice);
}
