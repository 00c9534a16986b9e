import { useState } from 'preact/hooks';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { type Option, Select } from '../components/select';
import { Because } from '../texts/because';
import { useLanguageChoice, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';

/** Each in its own language, so that its speakers can find it. */
const NAMES: readonly Option[] = [
  { value: 'de', label: 'Deutsch' },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'ja', label: '日本語' },
  { value: 'zh', label: '中文' },
];

/** The pane's language. */
export function LanguageSection() {
  const texts = useTexts('settings');
  const { chosen, choose } = useLanguageChoice();
  const [problem, setProblem] = useState<string>();
  const change = async (code: string): Promise<void> => {
    try {
      await choose(code);
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Section title={texts.languageTitle}>
      <Field
        id="md-language"
        label={texts.language}
        hint={texts.languageHint}
        error={problem !== undefined && <Because text={texts.notSaved} reason={problem} />}
      >
        {(control) => (
          <Select
            control={control}
            options={[{ value: '', label: texts.automatic }, ...NAMES.map((one) => ({ ...one, isName: true }))]}
            value={chosen}
            onChange={(code) => {
              void change(code);
            }}
          />
        )}
      </Field>
    </Section>
  );
}
