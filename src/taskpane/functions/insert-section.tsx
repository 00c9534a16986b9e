import type { SpillingCell } from '../../app/workbook';
import { a1, a1WithSheet, cellOf } from '../../core/sheet/a1';
import type { AnyDeclaration } from '../../functions/define';
import { Button } from '../components/button';
import { ConfirmBar } from '../components/confirm-bar';
import { MessageBar } from '../components/message-bar';
import type { TabProps } from '../tab-props';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { Entries } from './formula';
import type { Insertion } from './insertion';
import { useInsert } from './use-insert';
import type { Preview } from './use-preview';
import { localFormula } from '../../app/workbook/formulas';

const [MAX_NAMED, MAX_FORMULA_LENGTH] = [5, 60];

interface InsertSectionProps extends TabProps {
  readonly declaration: AnyDeclaration;
  readonly entries: Entries;
  readonly preview: Preview;
  /** Moves the focus to what is still missing. */
  readonly onMissing: () => void;
}

/** Inserts the formula into the sheet. Existing contents are replaced only after a question. */
export function InsertSection({ session, declaration, entries, preview, onMissing }: InsertSectionProps) {
  const texts = useTexts('functions');
  const language = useLanguage();
  const { state, start, confirm, insertBeside, cancel } = useInsert(session, declaration, entries, preview);
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
  return (
    <section class="md-insert" aria-label={texts.insert}>
      <div class="md-buttons">
        <Button look="primary" isBusy={state.is === 'working'} onClick={preview.is === 'missing' ? onMissing : start}>
          {texts.insert}
        </Button>
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
          {language.fill(texts.ownPlace, { cells: list(state.insertion.own.map(a1)) })}
        </ConfirmBar>
      )}
      <div role="status">
        {state.is === 'refused' && !state.beside && (
          <MessageBar tone="warning">
            {language.fill(texts.ownPlace, { cells: list(state.insertion.own.map(a1)) })}
          </MessageBar>
        )}
        {state.is === 'done' && (
          <MessageBar tone="success">
            {language.fill(texts.inserted, {
              cell: a1WithSheet(cellOf(state.block.sheet, state.block.row, state.block.column)),
            })}
          </MessageBar>
        )}
        {state.is === 'failed' && (
          <MessageBar tone="error">{language.fill(texts.notInserted, { reason: state.reason })}</MessageBar>
        )}
      </div>
    </section>
  );
}

/** "B3 (=MD.QUOTE(A2:A9))" */
const nameIn =
  (listSeparator: string) =>
  ({ cell, formula }: SpillingCell): string => {
    const local = localFormula(formula, listSeparator);
    return `${a1(cell)} (${local.length > MAX_FORMULA_LENGTH ? `${local.slice(0, MAX_FORMULA_LENGTH)}…` : local})`;
  };
