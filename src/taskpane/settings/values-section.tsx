import { ON_FAILURE, PROPERTIES, RICH_VALUES } from '../../app/settings';
import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { useTexts } from '../texts/use-texts';
import { SettingSelect, useSetting } from '../setting';

/** How values look in their cells, and what cells show when the service fails. */
export function ValuesSection({ session }: TabProps) {
  const texts = useTexts('values');
  const propertiesLabels = { off: texts.propertiesOff, auto: texts.propertiesAuto, on: texts.propertiesOn };
  return (
    <Section title={texts.title}>
      <SettingSelect
        id="md-rich-values"
        label={texts.richValues}
        hint={texts.richHint}
        setting={useSetting(session, 'richValues')}
        choices={RICH_VALUES}
        labelOf={(value) => texts[value]}
      />
      <SettingSelect
        id="md-properties"
        label={texts.properties}
        hint={texts.propertiesHint}
        setting={useSetting(session, 'properties')}
        choices={PROPERTIES}
        labelOf={(value) => propertiesLabels[value]}
      />
      <SettingSelect
        id="md-on-failure"
        label={texts.onFailure}
        hint={texts.failureHint}
        setting={useSetting(session, 'onFailure')}
        choices={ON_FAILURE}
        labelOf={(value) => texts[value]}
      />
    </Section>
  );
}
