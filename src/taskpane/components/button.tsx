import type { ComponentChildren, Ref, TargetedMouseEvent } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  /** `primary` for a section's main button, `subtle` for one that should not stand out. */
  readonly look?: 'primary' | 'secondary' | 'subtle';
  readonly type?: 'button' | 'submit';
  /** Stays in the tab order, because a disabled button would drop the focus. Its handler must check by itself. */
  readonly isBusy?: boolean;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  /** Read by screen readers instead of the content. */
  readonly label?: string | undefined;
  readonly controls?: string | undefined;
  readonly isPressed?: boolean | undefined;
  /** Of a button that shows and hides something. */
  readonly isExpanded?: boolean | undefined;
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  look = 'secondary',
  type = 'button',
  isBusy,
  onClick,
  label,
  controls,
  isPressed,
  isExpanded,
  buttonRef,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      ref={buttonRef ?? null}
      class={`md-button md-${look} ${rest.class ?? ''}`}
      aria-disabled={isBusy}
      aria-label={label}
      // Beside a text it would only be read twice.
      title={typeof children === 'string' ? undefined : label}
      aria-controls={controls}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
