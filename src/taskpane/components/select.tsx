import type { ControlProps } from './field';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** The same in every language: a name, or English. */
  readonly isName?: boolean;
  readonly lang?: string;
}

interface SelectProps {
  readonly control?: ControlProps | undefined;
  /** For a select outside a field. */
  readonly label?: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A drop-down list. */
export function Select({ control, label, options, value, onChange }: SelectProps) {
  return (
    <select
      {...control}
      class="md-select"
      aria-label={label}
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
