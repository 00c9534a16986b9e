import { messageOf } from '../../core/message-of';
import { useEffect, useRef, useState } from 'preact/hooks';
import { inTime } from '../../app/in-time';
import type { Session } from '../../app/session';
import type { Block } from '../../core/sheet/a1';
import type { CallTrace } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import type { AnyDeclaration } from '../../functions/define';
import { useUndone } from '../use-undone';
import { evaluate } from './evaluate';
import { type Entries, formulaText } from './formula';
import { insert, type Insertion, type KnownResult, targetBeside, planInsertion, replaces } from './insertion';
import type { Preview } from './use-preview';

/** How long inserting waits to know the size of the result. */
const MAX_LOOK_MS = 10_000;

type InsertState =
  | { readonly is: 'idle' | 'working' }
  | { readonly is: 'asking'; readonly insertion: Insertion }
  /** The formula would refer to its own cells; `beside` is a place where it does not. */
  | { readonly is: 'refused'; readonly insertion: Insertion; readonly beside: Block | undefined }
  | { readonly is: 'done'; readonly block: Block }
  | { readonly is: 'failed'; readonly reason: string };

interface Insert {
  readonly state: InsertState;
  readonly start: () => void;
  readonly confirm: () => void;
  /** Inserts at the offered place, instead of one that the formula refers to. */
  readonly insertBeside: () => void;
  readonly cancel: () => void;
}

/** Writes the formula at the selected cell; asks first if something is in the way. */
export function useInsert(session: Session, declaration: AnyDeclaration, entries: Entries, preview: Preview): Insert {
  const { workbook } = session.host;
  const [state, setState] = useState<InsertState>({ is: 'idle' });
  const isWorking = useRef(false);
  const formula = formulaText(declaration, entries, workbook);
  useUndone(session, () => {
    setState((before) => (before.is === 'done' ? { is: 'idle' } : before));
  });
  // The last report was about another formula.
  useEffect(() => {
    setState({ is: 'idle' });
  }, [formula]);

  const work = async (step: () => Promise<InsertState>): Promise<void> => {
    if (isWorking.current) return;
    isWorking.current = true;
    setState({ is: 'working' });
    try {
      setState(await step());
    } catch (error) {
      setState({ is: 'failed', reason: messageOf(error) });
    } finally {
      isWorking.current = false;
    }
  };

  const result = async (): Promise<KnownResult> => {
    if (preview.is === 'known') return preview;
    if (preview.is === 'unknown') return { outcome: undefined };
    const trace: CallTrace = {};
    const outcome = await inTime(
      () => evaluate(declaration, entries, session, new Cancellation(), trace),
      MAX_LOOK_MS,
    ).catch(() => undefined);
    return { outcome, moreRows: trace.moreRows };
  };

  const write = async (insertion: Insertion): Promise<InsertState> => {
    await insert(workbook, insertion);
    return { is: 'done', block: insertion.block };
  };

  return {
    state,
    start: () => {
      void work(async () => {
        const insertion = await planInsertion(workbook, formula, await result());
        if (insertion.own.length > 0)
          return { is: 'refused', insertion, beside: await targetBeside(workbook, insertion) };
        return replaces(insertion) ? { is: 'asking', insertion } : write(insertion);
      });
    },
    insertBeside: () => {
      if (state.is !== 'refused' || !state.beside) return;
      const { beside } = state;
      void work(async () => write(await planInsertion(workbook, formula, await result(), beside)));
    },
    confirm: () => {
      if (state.is === 'asking') void work(() => write(state.insertion));
    },
    cancel: () => {
      setState({ is: 'idle' });
    },
  };
}
