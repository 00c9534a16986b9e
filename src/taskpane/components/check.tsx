interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A labelled check box. */
export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label class="md-check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}
