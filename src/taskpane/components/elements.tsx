import type { ComponentChildren, Ref } from 'preact';
import { useId, useLayoutEffect, useRef, useEffect, useState, useErrorBoundary } from 'preact/hooks';
import { useTexts, Because } from '../texts/use-texts';
import { useBusy, useDelayed } from '../hooks';
import type { Text } from '../texts/language';
import { useAnnounce } from './announcer';
import { messageOf } from '../../core/basics';
import { type PaneSection, usePlace } from '../places';

/** Drawn on a grid of 20 by 20, in the colour of the surrounding text. */
const SHAPES = {
  info: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm-.75 7v5h1.5V9h-1.5ZM10 6a.9.9 0 1 0 0 1.8A.9.9 0 0 0 10 6Z',
  success: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm3.2 5.1-4.1 4.3-2.3-2.2-1 1.1 3.4 3.2 5.1-5.4-1.1-1Z',
  warning:
    'M10 2.2c.5 0 .9.2 1.1.6l6.7 12.9c.5.9-.1 2-1.1 2H3.3c-1 0-1.6-1.1-1.1-2L8.900 2.800c.2-.4.6-.6 1.100-.6ZM9.250 7v5h1.500V7h-1.500ZM10 13.200a.9.9 0 1 0 0 1.800.9.9 0 0 0 0-1.800Z',
  error:
    'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM7.500 6.500l-1 1L9 10l-2.500 2.500 1 1L10 11l2.500 2.500 1-1L11 10l2.500-2.500-1-1L10 9 7.500 6.500Z',
  search:
    'M8.500 3a5.500 5.500 0 0 1 4.300 8.900l4 4-1 1-4-4A5.500 5.500 0 1 1 8.500 3Zm0 1.400a4.100 4.100 0 1 0 0 8.200 4.100 4.100 0 0 0 0-8.200Z',
  back: 'M9 4 3 10l6 6 1-1-4.300-4.300H17V9.300H5.700L10 5 9 4Z',
  open: 'M4.500 3H9v1.500H4.500v11h11V11H17v4.500A1.500 1.500 0 0 1 15.500 17h-11A1.500 1.500 0 0 1 3 15.500v-11A1.500 1.500 0 0 1 4.500 3ZM11 3h6v6h-1.500V5.600l-5 5-1.100-1.100 5-5H11V3Z',
  select:
    'M3 3h5v1.500H4.500V8H3V3Zm9 0h5v5h-1.500V4.500H12V3ZM3 12h1.500v3.500H8V17H3v-5Zm12.500 0H17v5h-5v-1.500h3.500V12ZM7.500 9.300h5v1.400h-5V9.300Z',
  settings:
    'M8.700 2h2.600l.4 2.100c.4.1.800.300 1.100.500l1.900-.8 1.800 2.300-1.400 1.600c.1.400.2.800.2 1.300s-.1.900-.2 1.300l1.500 1.500-1.800 2.300-2-.7-1.100.6-.4 2H8.700l-.4-2-1.100-.6-2 .7-1.800-2.300 1.500-1.500A5 5 0 0 1 4.700 9c0-.5.1-.9.200-1.300L3.500 6.100l1.800-2.300 1.900.8c.300-.2.700-.4 1.100-.5L8.700 2ZM10 6.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
} as const;

type IconName = keyof typeof SHAPES;

/** A decorative icon: the text beside it says what it means. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="md-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path fill="currentColor" fill-rule="evenodd" d={SHAPES[name]} />
  </svg>
);

interface ButtonProps {
  readonly text?: string;
  /** What it shows in place of a text. */
  readonly children?: ComponentChildren;
  /** `primary` for a section's main button, `subtle` for one that should not stand out. */
  readonly look?: 'primary' | 'secondary' | 'subtle';
  readonly type?: 'button' | 'submit';
  /** Does nothing then. Stays in the tab order, because a disabled button would drop the focus. */
  readonly isBusy?: boolean;
  readonly onClick?: (() => void) | undefined;
  /** Read by screen readers instead of the content. */
  readonly label?: string | undefined;
  readonly isPressed?: boolean | undefined;
  /** Of a button that shows and hides something. */
  readonly isExpanded?: boolean | undefined;
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export const Button = ({ text, children, look = 'secondary', type = 'button', ...rest }: ButtonProps) => (
  <button
    type={type}
    ref={rest.buttonRef ?? null}
    class={`md-button md-${look} ${rest.class ?? ''}`}
    aria-disabled={rest.isBusy}
    aria-label={rest.label}
    // Beside a text it would only be read twice.
    title={text === undefined ? rest.label : undefined}
    aria-pressed={rest.isPressed}
    aria-expanded={rest.isExpanded}
    onClick={() => {
      if (!rest.isBusy) rest.onClick?.();
    }}
  >
    {text ?? children}
  </button>
);

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label class="md-check">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

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

export function Select({ control, options, value, onChange }: SelectProps) {
  return (
    <select {...control} class="md-select" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} translate={!option.isName} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

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

type OwnFieldProps = Omit<FieldProps, 'children'> & { readonly value: string };

interface TextFieldProps extends OwnFieldProps {
  readonly onText: (text: string) => void;
  /** Further properties of the input: its type, its limits. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const TextField = ({ value, onText, input, ...field }: TextFieldProps) => (
  <Field {...field}>
    {(control) => (
      <input
        autocomplete="off"
        {...input}
        {...control}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    )}
  </Field>
);

type SelectFieldProps = OwnFieldProps & Omit<SelectProps, 'control'>;

export const SelectField = ({ value, options, onChange, ...field }: SelectFieldProps) => (
  <Field {...field}>
    {(control) => <Select control={control} value={value} options={options} onChange={onChange} />}
  </Field>
);

/** What became of a change; announced as soon as it is there. */
export const ReportLine = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="md-report" role="status">
    {children}
  </p>
);

interface SectionProps {
  readonly title: string;
  /** Under which it is searched for. */
  readonly place?: PaneSection;
  readonly children: ComponentChildren;
}

/** A part of a tab with its heading. */
export function Section({ title, place, children }: SectionProps) {
  const id = useId();
  const element = useRef<HTMLElement>(null);
  usePlace(place, element);
  return (
    <section ref={element} class="md-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface FoldProps extends SectionProps {
  /** Beside the title: "1 kept". */
  readonly remark?: string | undefined;
}

/** A part of a tab that is unfolded by its heading. */
export function Fold({ title, place, remark, children }: FoldProps) {
  const id = useId();
  const element = useRef<HTMLDetailsElement>(null);
  usePlace(place, element);
  return (
    <details ref={element} class="md-section md-fold" aria-labelledby={id}>
      <summary>
        <h2 id={id}>{title}</h2>
        {/* The comma is read too: without it the two would be one word. */}
        {remark !== undefined && <span class="md-hint">{`, ${remark}`}</span>}
      </summary>
      {children}
    </details>
  );
}

interface TableProps {
  /** For screen readers: a heading above shows it. */
  readonly caption: string;
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls by itself, also by keyboard, if it is wider than the pane. */
export function Table({ caption, columns, rows }: TableProps) {
  return (
    <div class="md-table" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="md-unseen">{caption}</caption>
        {columns && (
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MessageTone = 'info' | 'success' | 'warning' | 'error';

interface MessageBarProps {
  readonly tone: MessageTone;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Screen readers announce it as soon as it appears. */
  readonly isUrgent?: boolean;
}

/** A message with an icon as well as a colour, for users who cannot distinguish the colours. */
export function MessageBar({ tone, children, actions, isUrgent }: MessageBarProps) {
  return (
    <div class={`md-message md-${tone}`} role={isUrgent ? 'alert' : undefined}>
      <Icon name={tone} />
      <div class="md-message-body">
        <div>{children}</div>
        {actions && <div class="md-buttons">{actions}</div>}
      </div>
    </div>
  );
}

interface ProgressBarProps {
  readonly label: string;
  /** Absent while the total is not known. */
  readonly done?: number;
  readonly total?: number;
  readonly onStop?: () => void;
}

/** The progress of a long task, and a way to stop it. Announce its start and end with `useAnnounce`. */
export function ProgressBar({ label, done, total, onStop }: ProgressBarProps) {
  const [texts, language] = useTexts('shell');
  const id = useId();
  const isKnown = done !== undefined && total !== undefined;
  return (
    <div class="md-progress">
      <div class="md-progress-line">
        <span id={id}>{label}</span>
        {isKnown && <span class="md-hint">{language.fill(texts.progress, { done, total })}</span>}
      </div>
      <progress aria-labelledby={id} {...(isKnown ? { value: done, max: Math.max(total, 1) } : {})} />
      {onStop && <Button onClick={onStop} text={texts.stop} />}
    </div>
  );
}

interface ConfirmBarProps {
  readonly children: ComponentChildren;
  /** Names the action: "Overwrite", not "OK". */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks before something that cannot be undone. Moves the focus to the harmless answer, which Escape gives too, and
 * returns it afterwards.
 */
export function ConfirmBar({ children, confirm, onConfirm, onCancel }: ConfirmBarProps) {
  const [texts] = useTexts('shell');
  const id = useId();
  const cancelButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [before, cancel] = [document.activeElement, cancelButton.current!];
    cancel.focus();
    return () => {
      const { activeElement, body } = document;
      // Otherwise the user works elsewhere by now.
      const isLeft = activeElement === body || cancel.parentElement!.contains(activeElement);
      if (isLeft && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      class="md-message md-warning"
      role="alertdialog"
      aria-describedby={id}
      aria-label={confirm}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Icon name="warning" />
      <div class="md-message-body">
        <div id={id}>{children}</div>
        <div class="md-buttons">
          <Button look="primary" onClick={onConfirm} text={confirm} />
          <Button buttonRef={cancelButton} onClick={onCancel} text={texts.cancel} />
        </div>
      </div>
    </div>
  );
}

interface CopyButtonProps {
  /** The copied text: a formula, unless `texts` say something else. */
  readonly formula: string;
  /** @default those of a formula */
  readonly texts?: Readonly<Record<'copy' | 'copied' | 'notCopied', string>>;
  /** Read by screen readers where there are several such buttons. */
  readonly label?: string;
}

const SHOWN_MS = 2_000;

/** Copies a formula or another text, and briefly shows that it was copied, or else what to do. */
export function CopyButton({ formula, label, texts: given }: CopyButtonProps) {
  const [usual] = useTexts('functions');
  const texts = { ...usual, ...given };
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  useDelayed(() => setOutcome(undefined), outcome === 'copied' ? SHOWN_MS : undefined, [outcome]);
  useEffect(() => setOutcome(undefined), [formula]);
  const end = (became: 'copied' | 'notCopied'): void => {
    setOutcome(became);
    announce(texts[became]);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(formula);
    } catch {
      // The frame of a host may refuse it, or have no clipboard at all.
      end('notCopied');
      return;
    }
    end('copied');
  };
  return (
    <>
      <Button look="subtle" label={label} onClick={() => void copy()}>
        {texts.copy}
        {outcome === 'copied' && <span aria-hidden="true">✓</span>}
      </Button>
      {outcome === 'notCopied' && <span class="md-error">{texts.notCopied}</span>}
    </>
  );
}

/** Keeps an error in one part of the pane from breaking the rest of it. */
export function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const [texts] = useTexts('shell');
  const [error, retry] = useErrorBoundary() as [unknown, () => void];
  if (error === undefined) return <>{children}</>;
  return (
    <MessageBar tone="error" isUrgent actions={<Button onClick={retry} text={texts.tryAgain} />}>
      <Because text={texts.broken} reason={messageOf(error)} />
    </MessageBar>
  );
}

/**
 * Work that a click starts, and the reason if it fails.
 * @param text with a {reason}; the reason alone without it
 */
export function useAction(text: Text = '{reason}') {
  const [isBusy, begin] = useBusy();
  const [reason, setReason] = useState<string>();
  return {
    isBusy,
    run: (work: () => Promise<unknown>): void => {
      setReason(undefined);
      begin(work, (error) => setReason(messageOf(error)));
    },
    /** The reason of its failure, to be shown beside its control. */
    problem: reason !== undefined && (
      <span class="md-error" role="alert">
        <Because text={text} reason={reason} />
      </span>
    ),
  };
}
