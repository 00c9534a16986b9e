import { useSession } from '../session';
import { Button, ConfirmBar, MessageBar } from '../components/elements';
import { type Insertion, insert, type KnownResult, targetBeside, planInsertion } from './insertion';
import { localFormula } from '../texts/typed';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { useBusy, useWorkbookEvent } from '../hooks';
import type { FormulaInCell } from '../../app/host';
import { Because, useTexts } from '../texts/use-texts';
import { a1, a1WithSheet, cellOf, type Block } from '../../core/sheet';
import { messageOf } from '../../core/basics';

const [MAX_NAMED, MAX_FORMULA_LENGTH] = [5, 60];

interface InsertSectionProps {
  /** In English. */
  readonly formula: string;
  /** The known part of the formula's result before it is in a cell. */
  readonly result: () => Promise<KnownResult>;
  /** Moves the focus to the first missing argument; absent if the formula is complete. */
  readonly onMissing?: (() => void) | undefined;
}

/** Inserts the formula into the sheet. Existing contents are replaced only after a question. */
export function InsertSection({ formula, result, onMissing }: InsertSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('functions');
  const { state, isBusy, start, confirm, insertBeside, cancel } = useInsert(session, formula, result);
  const list = (names: readonly string[]): string => {
    const count = names.length - MAX_NAMED;
    return [...names.slice(0, MAX_NAMED), ...(count > 0 ? [language.fill(texts.andMore, { count })] : [])].join(', ');
  };
  const whatIsInTheWay = ({ block, isLargest, filled, spilling }: Insertion): string[] => [
    ...(isLargest ? [language.fill(texts.largest, { rows: language.fill(texts.rows, { count: block.rows }) })] : []),
    ...(filled.length > 0 ? [language.fill(texts.filled, { cells: list(filled.map(a1)) })] : []),
    ...(spilling.length > 0
      ? [
          language.fill(texts.spilling, {
            count: spilling.length,
            formulas: list(spilling.map(nameIn(session.host.workbook.listSeparator))),
          }),
        ]
      : []),
  ];
  const ownPlace = ({ own }: Insertion): string => language.fill(texts.ownPlace, { cells: list(own.map(a1)) });
  return (
    <section class="md-insert" aria-label={texts.insert}>
      <div class="md-buttons">
        <Button look="primary" isBusy={isBusy} onClick={onMissing ?? start} text={texts.insert} />
      </div>
      {state.is === 'asking' && (
        <ConfirmBar confirm={texts.replace} onConfirm={confirm} onCancel={cancel}>
          {whatIsInTheWay(state.insertion).map((sentence) => (
            <p>{sentence}</p>
          ))}
        </ConfirmBar>
      )}
      {state.is === 'refused' && state.beside && (
        <ConfirmBar
          confirm={language.fill(texts.insertBeside, { cell: a1(state.beside) })}
          onConfirm={insertBeside}
          onCancel={cancel}
        >
          {ownPlace(state.insertion)}
        </ConfirmBar>
      )}
      <div role="status">
        {state.is === 'refused' && !state.beside && <MessageBar tone="warning">{ownPlace(state.insertion)}</MessageBar>}
        {state.is === 'done' && (
          <MessageBar tone="success">
            {language.fill(texts.inserted, {
              cell: a1WithSheet(cellOf(state.block.sheet, state.block.row, state.block.column)),
            })}
          </MessageBar>
        )}
        {state.is === 'failed' && (
          <MessageBar tone="error">
            <Because text={texts.notInserted} reason={state.reason} />
          </MessageBar>
        )}
      </div>
    </section>
  );
}

/** "B3 (=MD.QUOTE(A2:A9))" */
const nameIn =
  (listSeparator: string) =>
  ({ cell, formula }: FormulaInCell): string => {
    const local = localFormula(formula, listSeparator);
    return `${a1(cell)} (${local.length > MAX_FORMULA_LENGTH ? `${local.slice(0, MAX_FORMULA_LENGTH)}…` : local})`;
  };

type InsertState =
  | { readonly is: 'idle' }
  | { readonly is: 'asking'; readonly insertion: Insertion }
  /** The formula would refer to its own cells; `beside` is a place where it does not. */
  | { readonly is: 'refused'; readonly insertion: Insertion; readonly beside: Block | undefined }
  | { readonly is: 'done'; readonly block: Block }
  | { readonly is: 'failed'; readonly reason: string };

/** Writes the formula at the selected cell; asks first if something is in the way. */
function useInsert(session: Session, formula: string, result: InsertSectionProps['result']) {
  const { workbook } = session.host;
  const [state, setState] = useState<InsertState>({ is: 'idle' });
  const [isBusy, begin] = useBusy();
  const shown = useRef(formula);
  shown.current = formula;
  useWorkbookEvent(session, 'undone', () => setState((before) => (before.is === 'done' ? { is: 'idle' } : before)));
  // The last report was about another formula.
  useEffect(() => setState({ is: 'idle' }), [formula]);

  const work = (step: () => Promise<InsertState>): void =>
    begin(
      async () => {
        setState({ is: 'idle' });
        const next = await step();
        const isAbout = shown.current === formula || next.is === 'done';
        setState(isAbout ? next : { is: 'idle' });
      },
      (error) => setState({ is: 'failed', reason: messageOf(error) }),
    );

  const write = async (insertion: Insertion): Promise<InsertState> => {
    await insert(workbook, insertion);
    return { is: 'done', block: insertion.block };
  };

  const insertAt = async (target: Block): Promise<InsertState> => {
    const insertion = await planInsertion(workbook, formula, await result(), target);
    if (insertion.own.length > 0) return { is: 'refused', insertion, beside: await targetBeside(workbook, insertion) };
    return replaces(insertion) ? { is: 'asking', insertion } : write(insertion);
  };

  return {
    state,
    isBusy,
    start: () => {
      // The current selection, since the size of the result may take a while.
      work(async () => insertAt(await workbook.selection()));
    },
    /** At the offered place, because the formula refers to the selected one. */
    insertBeside: () => {
      if (state.is !== 'refused' || !state.beside) return;
      const { beside } = state;
      // Something may have been entered there since it was offered.
      work(() => insertAt(beside));
    },
    confirm: () => {
      if (state.is === 'asking') work(() => write(state.insertion));
    },
    cancel: () => setState({ is: 'idle' }),
  };
}

/** Whether inserting it would destroy something. */
const replaces = ({ filled, spilling }: Insertion): boolean => filled.length > 0 || spilling.length > 0;
