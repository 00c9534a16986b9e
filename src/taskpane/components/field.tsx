import type { ComponentChildren } from 'preact';

/** The attributes by which a field names and describes its control. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** The label is a name, the same in every language. */
  readonly isName?: boolean;
  /** Beside the label, in small print: "optional". */
  readonly remark?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly error?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** A labelled control with its hint and its error. */
export function Field({ id, label, isName, remark, hint, error, children }: FieldProps) {
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const describedBy = [...(error ? [errorId] : []), ...(hint ? [hintId] : [])].join(' ');
  return (
    <div class="md-field">
      <label for={id}>
        <span translate={!isName}>{label}</span>
        {remark !== undefined && <span class="md-remark"> {remark}</span>}
      </label>
      <div class="md-box">
        {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      </div>
      <p id={errorId} class="md-error" hidden={!error}>
        {error}
      </p>
      {hint && (
        <p id={hintId} class="md-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
