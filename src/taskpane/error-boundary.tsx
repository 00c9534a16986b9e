import { Component, type ComponentChildren } from 'preact';
import { Button } from './components/button';
import { MessageBar } from './components/message-bar';
import { Because } from './texts/because';
import { useTexts } from './texts/use-texts';
import { messageOf } from '../core/basics';

interface ErrorBoundaryState {
  readonly reason?: string | undefined;
}

/** Keeps an error in one part of the pane from breaking the rest of it. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static override getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { reason: messageOf(error) };
  }

  override render() {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <Broken
        reason={reason}
        onRetry={() => {
          this.setState({ reason: undefined });
        }}
      />
    );
  }
}

function Broken({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const texts = useTexts('shell');
  return (
    <MessageBar tone="error" isUrgent actions={<Button onClick={onRetry}>{texts.tryAgain}</Button>}>
      <Because text={texts.broken} reason={reason} />
    </MessageBar>
  );
}
