import type { ControlProps } from './field';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** The same in every language: a name, or English. */
  readonly isName?: boolean;
  readonly lang?: string;
}

interface SelectProps {
  readonly control: ControlProps;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A drop-down list. */
export function Select({ control, options, value, onChange }: SelectProps) {
  return (
    <select
      {...control}
      class="md-select"
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} translate={!option.isName} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
