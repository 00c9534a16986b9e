import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type MissingCode, whyMissing } from '../app/missing-code';
import { Button } from './components/button';
import { MessageBar } from './components/message-bar';
import { ErrorBoundary } from './error-boundary';
import { useTexts } from './texts/use-texts';

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
