import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button';
import { Icon } from './icon';
import { useTexts } from '../texts/use-texts';

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
  const texts = useTexts('shell');
  const id = useId();
  const cancelButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    cancelButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
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
          <Button look="primary" onClick={onConfirm}>
            {confirm}
          </Button>
          <Button buttonRef={cancelButton} onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </div>
  );
}
