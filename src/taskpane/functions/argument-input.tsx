import type { InputKind, Parameter } from '../../functions/define';
import type { ParameterHelp } from '../../functions/help/explain';
import type { ControlProps } from '../components/field';
import { type Option, Select } from '../components/select';
import { useTexts } from '../texts/use-texts';

interface ArgumentInputProps {
  readonly control: ControlProps;
  readonly kind: InputKind;
  readonly parameter: Parameter;
  readonly tooltips: ParameterHelp['words'];
  readonly text: string;
  readonly onText: (text: string) => void;
}

const FLAGS: readonly Option[] = ['TRUE', 'FALSE'].map((value) => ({ value, label: value, isName: true }));

/** Without a last day, browsers accept years of six digits, and further digits go into the year. */
const LAST_DAY = '9999-12-31';

/** The control for an argument of that kind. */
export function ArgumentInput({ control, kind, parameter, tooltips, text, onText }: ArgumentInputProps) {
  const { leftOut } = useTexts('functions');
  const optionsWith = (options: readonly Option[]): readonly Option[] => [{ value: '', label: leftOut }, ...options];
  const input = {
    ...control,
    value: text,
    autocomplete: 'off',
    spellcheck: false,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => {
      onText(event.currentTarget.value);
    },
  };
  switch (kind) {
    case 'choice':
      return (
        <Select
          control={control}
          options={optionsWith(choicesOf(parameter, tooltips))}
          value={text}
          onChange={onText}
        />
      );
    case 'flag':
      return <Select control={control} options={optionsWith(FLAGS)} value={text} onChange={onText} />;
    case 'date':
      return <input {...input} type="date" max={LAST_DAY} />;
    case 'date-time':
      return (
        <input
          {...input}
          type="datetime-local"
          max={`${LAST_DAY}T23:59`}
          value={text.replace(' ', 'T')}
          onInput={(event) => {
            onText(event.currentTarget.value.replace('T', ' '));
          }}
        />
      );
    case 'number':
      return <input {...input} type="text" inputMode="decimal" />;
    case 'suggestion':
      return (
        <>
          <input {...input} type="text" list={`${control.id}-list`} />
          <datalist id={`${control.id}-list`} lang="en">
            {choicesOf(parameter, tooltips).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        </>
      );
    case 'words':
    case 'exchanges':
    case 'filing-type':
    case 'currency':
    case 'score-path':
    case 'text':
      return <input {...input} type="text" />;
  }
}

/** The accepted words, each with its description. */
function choicesOf({ words, dropDown }: Parameter, tooltips: ParameterHelp['words']): readonly Option[] {
  return (words ?? dropDown?.words ?? []).map((value) => {
    const tooltip = tooltips?.[value];
    return { value, label: tooltip === undefined ? value : `${value}: ${tooltip}`, isName: true };
  });
}
