import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type MissingCode, whyMissing } from '../app/missing-code';
import { Button } from './components/button';
import { MessageBar } from './components/message-bar';
import { messageOf } from '../core/message-of';
import { useLanguage, useTexts } from './texts/use-texts';

type LoadState<Props> =
  { readonly is: 'loading' | MissingCode } | { readonly is: 'here'; readonly Content: ComponentType<Props> };

interface LazyProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** The content's properties. */
  readonly props: Props;
}

/** A part of the pane, once its code is loaded; if that fails, a sentence and a way to try again. */
export function Lazy<Props extends object>({ load, props }: LazyProps<Props>) {
  const texts = useTexts('shell');
  const [state, setState] = useState<LoadState<Props>>({ is: 'loading' });
  const start = (): void => {
    setState({ is: 'loading' });
    load().then(
      (Content) => {
        setState({ is: 'here', Content });
      },
      async (error: unknown) => {
        setState({ is: await whyMissing(error) });
      },
    );
  };
  useEffect(start, [load]);
  switch (state.is) {
    case 'loading':
      return <p class="md-hint md-loading">{texts.loading}</p>;
    case 'gone':
      return (
        <MessageBar tone="error" isUrgent>
          {texts.updated}
        </MessageBar>
      );
    case 'unreachable':
      return (
        <MessageBar tone="error" isUrgent actions={<Button onClick={start}>{texts.tryAgain}</Button>}>
          {texts.notLoaded}
        </MessageBar>
      );
    case 'here':
      return (
        <ErrorBoundary>
          <state.Content {...props} />
        </ErrorBoundary>
      );
  }
}

interface ErrorBoundaryState {
  readonly reason?: string | undefined;
}

/** Keeps an error in one part of the pane from breaking the rest of it. */
class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, ErrorBoundaryState> {
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
  const language = useLanguage();
  return (
    <MessageBar tone="error" isUrgent actions={<Button onClick={onRetry}>{texts.tryAgain}</Button>}>
      {language.fill(texts.broken, { reason })}
    </MessageBar>
  );
}
