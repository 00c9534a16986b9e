import type { ComponentChildren, Ref, TargetedMouseEvent } from 'preact';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** `primary` for the one that the section is there for, `subtle` for one that should not stand out. */
  readonly look?: 'primary' | 'secondary' | 'subtle';
  readonly type?: 'button' | 'submit';
  /** It stays in the tab order: a disabled button would drop the focus. What it sets off must check by itself. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  /** Said instead of the content. */
  readonly label?: string | undefined;
  readonly controls?: string | undefined;
  readonly isPressed?: boolean | undefined;
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  look = 'secondary',
  type = 'button',
  isBusy,
  isDisabled,
  onClick,
  label,
  controls,
  isPressed,
  buttonRef,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      ref={buttonRef ?? null}
      class={`md-button md-${look} ${rest.class ?? ''}`}
      aria-disabled={isBusy}
      disabled={isDisabled}
      aria-label={label}
      title={label}
      aria-controls={controls}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
