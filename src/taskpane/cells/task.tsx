import { CellLink, CellRows } from './cell-link';
import { oncePerFrame, useStore, useWorkbookEvent } from '../hooks';
import { useSession } from '../session';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../components/announcer';
import type { ComponentChildren } from 'preact';
import { MessageBar, ProgressBar, Button } from '../components/elements';
import type { OnProgress } from '../../app/host';
import type { LeftOut } from '../../app/workbook/replace';
import { Because, Reason, useLanguage, useTexts, type Said } from '../texts/use-texts';
import type { Language, Text } from '../texts/language';
import { a1WithSheet } from '../../core/sheet';
import { messageOf } from '../../core/basics';

/** It comes when the pane shows what there is: a release may have removed the script before the click. */
export const written = (): Promise<WrittenCode> => import('../../app/workbook/written');

export type WrittenCode = typeof import('../../app/workbook/written');

export interface Done<Result> {
  readonly says: Said;
  /** What it could not do, under a heading with their {count}. */
  readonly leftOut?: {
    readonly heading: 'changedSince' | 'notRefreshed' | 'skipped';
    readonly items: readonly LeftOut[];
  };
  /** Of its message where nothing was left out. @default success */
  readonly tone?: 'info' | 'success';
  readonly result?: Result;
}

type TaskState<Result> =
  | { readonly is: 'idle' }
  | {
      readonly is: 'running';
      readonly label: Said;
      readonly canStop: boolean;
      readonly done?: number;
      readonly total?: number;
    }
  | ({ readonly is: 'done' } & Done<Result>)
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly reason: string };

interface TaskWork<Result> {
  readonly label: Said;
  /** False for work that cannot be stopped: no Stop is offered then. @default true */
  readonly canStop?: boolean;
  readonly run: (onProgress: OnProgress, signal: AbortSignal) => Promise<Done<Result>>;
}

export interface Task<Result = undefined> {
  readonly state: TaskState<Result>;
  readonly isRunning: boolean;
  /** Does nothing while this task is already running. */
  readonly start: (work: TaskWork<Result>) => Promise<void>;
  readonly stop: () => void;
  readonly clear: () => void;
}

/** A long-running task: its progress, its result, and a way to stop it. Undo takes away what is said of it. */
export function useTask<Result = undefined>(): Task<Result> {
  const [state, setState] = useState<TaskState<Result>>({ is: 'idle' });
  const running = useRef<AbortController>();
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );
  const announce = useAnnounce();
  const language = useRef(useLanguage());
  language.current = useLanguage();
  const clear = (): void => {
    if (!running.current) setState({ is: 'idle' });
  };
  // What is said of the last action may have become false.
  useWorkbookEvent(useSession(), 'undone', clear);

  const start = async ({ label, canStop = true, run }: TaskWork<Result>): Promise<void> => {
    if (running.current) return;
    const own = (running.current = new AbortController());
    const { signal } = own;
    setState({ is: 'running', label, canStop });
    announce(label(language.current));
    // Thousands of cells report one by one.
    const progress = oncePerFrame((done: number, total: number) =>
      setState({ is: 'running', label, canStop, done, total }),
    );
    const ended = await run(progress.report, signal)
      .then((done): TaskState<Result> => {
        const says: Said = (shown) =>
          signal.aborted ? `${shown.texts.cells.stopped} ${done.says(shown)}` : done.says(shown);
        return { is: 'done', ...done, says };
      })
      .catch((error: unknown): TaskState<Result> =>
        signal.aborted ? { is: 'stopped' } : { is: 'failed', reason: messageOf(error) },
      );
    progress.end();
    // Nobody looks at it any more.
    if (running.current !== own) return;
    running.current = undefined;
    setState(ended);
    const { texts } = language.current;
    // A failure is an alert, which announces itself.
    if (ended.is === 'stopped') announce(texts.cells.stopped);
    if (ended.is !== 'done') return;
    const { heading, items } = ended.leftOut ?? { heading: 'skipped', items: [] };
    announce(`${ended.says(language.current)} ${leftOutText(texts.cells[heading], items, language.current)}`.trim());
  };
  return {
    state,
    isRunning: state.is === 'running',
    start,
    stop: () => running.current?.abort(),
    clear,
  };
}

/**
 * What the work gives; rejects as soon as it is stopped. For work that only reads: what it still reads is of no use.
 */
export const unlessStopped = <T,>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error('Stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  return Promise.race([work, stopped]);
};

interface TaskViewProps<Result> {
  readonly task: Task<Result>;
  /** Renders the result in place of its message. */
  readonly children?: (done: Done<Result>, summary: string) => ComponentChildren;
}

/** What became of a task, and what it left out. */
export function TaskReport({ done: { leftOut, tone = 'success' }, summary, children }: TaskReportProps) {
  const [texts, language] = useTexts('cells');
  const { heading, items } = leftOut ?? { heading: 'skipped', items: [] };
  return (
    <MessageBar tone={items.length > 0 ? 'warning' : tone}>
      <p>{summary}</p>
      <LeftOutList label={language.fill(texts[heading], { count: items.length })} items={items} />
      {children}
    </MessageBar>
  );
}

interface TaskReportProps {
  readonly done: Done<unknown>;
  readonly summary: string;
  readonly children?: ComponentChildren;
}

/** The failures of a task, cell by cell, with the reasons. */
function LeftOutList({ label, items }: { readonly label: string; readonly items: readonly LeftOut[] }) {
  const [texts] = useTexts('cells');
  return (
    <>
      {items.length > 0 && <p>{label}</p>}
      <CellRows label={label} items={items}>
        {({ block, reason }) => (
          <>
            {block ? <CellLink block={block} /> : texts.deletedCells}
            <p class="md-hint">
              <Reason>{reason}</Reason>
            </p>
          </>
        )}
      </CellRows>
    </>
  );
}

/** More cells than that are not listened to. */
const MAX_SAID = 3;

/** How many cells a task has skipped, worded as a heading, and the first of them; empty if none. */
function leftOutText(text: Text, items: readonly LeftOut[], language: Language): string {
  if (items.length === 0) return '';
  const { deletedCells } = language.texts.cells;
  const first = items.slice(0, MAX_SAID).map(({ block }) => (block ? a1WithSheet(block) : deletedCells));
  return `${language.fill(text, { count: items.length })} ${first.join(', ')}${items.length > MAX_SAID ? ', …' : ''}`;
}

/**
 * The progress of a task, then its result. Takes over the focus from a Stop button that disappears, and scrolls into
 * view, since a long report would otherwise push its own beginning out of sight.
 */
export function TaskView<Result>({ task, children }: TaskViewProps<Result>) {
  const [texts, language] = useTexts('cells');
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
        <>
          <ProgressBar {...state} label={state.label(language)} {...(state.canStop ? { onStop: task.stop } : {})} />
          <PauseHint />
        </>
      )}
      {state.is === 'stopped' && <MessageBar tone="warning">{texts.stopped}</MessageBar>}
      {state.is === 'failed' && (
        <MessageBar tone="error" isUrgent>
          <Because text={texts.failed} reason={state.reason} />
        </MessageBar>
      )}
      {state.is === 'done' &&
        (children?.(state, state.says(language)) ?? <TaskReport done={state} summary={state.says(language)} />)}
    </div>
  );
}

/** Without a stated pause, further requests are tried within a minute. */
const LONGEST_PAUSE_MS = 60_000;

/** What the cells wait for while the service refuses further requests. */
export function PauseHint() {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const last = useStore(session.activity, () => session.activity.requests[0]);
  if (last?.status !== 429 || !session.client?.pendingCount) return null;
  const { at, ms, retryAfterMs = LONGEST_PAUSE_MS } = last;
  return <p class="md-hint">{language.fill(texts.paused, { time: language.time(at + ms + retryAfterMs) })}</p>;
}

interface ScopeButtonsProps<Scope extends string> {
  /** What is done, which a screen reader reads before each part: "Refresh: Selection". */
  readonly verb: string;
  readonly labels: Readonly<Record<Scope, string>>;
  readonly isBusy: boolean;
  readonly onChoose: (scope: Scope) => void;
}

/** A task for parts of the workbook: one button for each part. */
export const ScopeButtons = <Scope extends string>({ verb, labels, isBusy, onChoose }: ScopeButtonsProps<Scope>) => (
  <div class="md-buttons" role="group" aria-label={verb}>
    {(Object.entries(labels) as [Scope, string][]).map(([scope, label]) => (
      <Button key={scope} isBusy={isBusy} label={`${verb}: ${label}`} onClick={() => onChoose(scope)} text={label} />
    ))}
  </div>
);
