import type { OnProgress } from '../../app/progress';
import { messageOf } from '../../core/message-of';
import { useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../components/announcer';
import type { Said } from '../texts/use-said';
import { useLanguage } from '../texts/use-texts';
import { useController } from '../use-controller';

type TaskState<Result> =
  | { readonly is: 'idle' }
  | {
      readonly is: 'running';
      readonly label: Said;
      readonly canStop: boolean;
      readonly done?: number;
      readonly total?: number;
    }
  | { readonly is: 'done'; readonly result: Result; readonly summary: Said }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly reason: string };

interface TaskWork<Result> {
  /** Shown while it runs. */
  readonly label: Said;
  /** False for work that cannot be stopped: no Stop is offered then. @default true */
  readonly canStop?: boolean;
  readonly run: (onProgress: OnProgress, signal: AbortSignal) => Promise<Result>;
  /** The announcement of its result. */
  readonly describe: (result: Result, ...language: Parameters<Said>) => string;
}

export interface Task<Result> {
  readonly state: TaskState<Result>;
  readonly isRunning: boolean;
  /** Does nothing while this task is already running. */
  readonly start: (work: TaskWork<Result>) => Promise<void>;
  readonly stop: () => void;
  readonly clear: () => void;
}

/** A long-running task: its progress, its result, and a way to stop it. */
export function useTask<Result>(): Task<Result> {
  const [state, setState] = useState<TaskState<Result>>({ is: 'idle' });
  const running = useController();
  const announce = useAnnounce();
  const language = useRef(useLanguage());
  language.current = useLanguage();

  const start = async ({ label, canStop = true, run, describe }: TaskWork<Result>): Promise<void> => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setState({ is: 'running', label, canStop });
    announce(label(language.current));
    const progress = oncePerFrame((done, total) => {
      setState({ is: 'running', label, canStop, done, total });
    });
    const ended = await run(progress.report, signal)
      .then((result): TaskState<Result> => {
        const summary: Said = (shown) =>
          signal.aborted ? `${shown.texts.cells.stopped} ${describe(result, shown)}` : describe(result, shown);
        return { is: 'done', result, summary };
      })
      .catch((error: unknown): TaskState<Result> =>
        signal.aborted ? { is: 'stopped' } : { is: 'failed', reason: messageOf(error) },
      );
    progress.end();
    running.current = undefined;
    setState(ended);
    // A failure is an alert, which announces itself.
    if (ended.is !== 'failed')
      announce(ended.is === 'done' ? ended.summary(language.current) : language.current.texts.cells.stopped);
  };
  return {
    state,
    isRunning: state.is === 'running',
    start,
    stop: () => {
      running.current?.abort();
    },
    clear: () => {
      if (!running.current) setState({ is: 'idle' });
    },
  };
}

/**
 * What the work gives; rejects as soon as it is stopped. For work that only reads: what it still reads is of no use.
 */
export async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      reject(new Error('Stopped'));
    };
  });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Thousands of cells report one by one; at most one update per frame is shown. */
function oncePerFrame(show: OnProgress): {
  readonly report: OnProgress;
  readonly end: () => void;
} {
  let frame = 0;
  let latest: readonly [number, number] = [0, 0];
  return {
    report: (...progress) => {
      latest = progress;
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          show(...latest);
        });
    },
    end: () => {
      cancelAnimationFrame(frame);
    },
  };
}
