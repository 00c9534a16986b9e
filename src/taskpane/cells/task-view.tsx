import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MessageBar } from '../components/message-bar';
import { ProgressBar } from '../components/progress-bar';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { Task } from './use-task';

interface TaskViewProps<Result> {
  readonly task: Task<Result>;
  /** Renders the result. */
  readonly children: (result: Result, summary: string) => ComponentChildren;
}

/**
 * The progress of a task, then its result. Takes over the focus from a Stop button that disappears, and scrolls into
 * view, since a long report would otherwise push its own beginning out of sight.
 */
export function TaskView<Result>({ task, children }: TaskViewProps<Result>) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const { state } = task;
  const hadFocus = useRef(false);
  const hasFocus = element.current?.contains(document.activeElement) ?? false;
  hadFocus.current = task.isRunning ? hasFocus : hadFocus.current || hasFocus;
  useLayoutEffect(() => {
    if (!task.isRunning && hadFocus.current && !element.current?.contains(document.activeElement))
      element.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [task.isRunning]);
  return (
    <div class="md-task" ref={element} tabIndex={-1}>
      {state.is === 'running' && (
        <ProgressBar {...state} label={state.label(language)} {...(state.canStop ? { onStop: task.stop } : {})} />
      )}
      {state.is === 'stopped' && <MessageBar tone="warning">{texts.stopped}</MessageBar>}
      {state.is === 'failed' && (
        <MessageBar tone="error" isUrgent>
          {language.fill(texts.failed, { reason: state.reason })}
        </MessageBar>
      )}
      {state.is === 'done' && children(state.result, state.summary(language))}
    </div>
  );
}
