import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

type MessageTone = 'info' | 'success' | 'warning' | 'error';

interface MessageBarProps {
  readonly tone: MessageTone;
  readonly children: ComponentChildren;
  /** Buttons below the message. */
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
