import type { FreezeScope } from '../../app/freeze/freeze';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { ConfirmBar } from '../components/confirm-bar';
import { MessageBar } from '../components/message-bar';
import { useLanguage, useTexts } from '../texts/use-texts';
import { FrozenList } from './frozen-list';
import { LeftOutList } from './left-out-list';
import { ScopeButtons } from './scope-buttons';
import { TaskView } from './task-view';
import type { FreezeTasks } from './use-freezing';

/** Turns formulas into values and back, and explains what a shared copy will show. */
export function FreezeSection({ session, freezing }: { readonly session: Session; readonly freezing: FreezeTasks }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const { task, pendingScope, edited, blocks, undone } = freezing;
  const questions: Record<FreezeScope, string> = {
    selection: texts.confirmSelection,
    sheet: texts.confirmSheet,
    workbook: texts.confirmWorkbook,
  };
  const ask = (scope: FreezeScope): void => {
    if (!task.isRunning) freezing.ask(scope);
  };
  return (
    <>
      {undone.length > 0 && (
        <MessageBar
          tone="warning"
          actions={
            <Button
              isBusy={task.isRunning}
              onClick={() => {
                if (!task.isRunning) void freezing.thaw(undone);
              }}
            >
              {texts.thawAgain}
            </Button>
          }
        >
          {language.fill(texts.undone, { count: undone.length })}
        </MessageBar>
      )}
      <details class="md-section md-fold">
        <summary>
          <h2>{texts.freezeTitle}</h2>
          {blocks.length > 0 && (
            <span class="md-hint">{language.fill(texts.frozenCount, { count: blocks.length })}</span>
          )}
        </summary>
        <p class="md-hint">{texts.freezeHint}</p>
        <ScopeButtons<FreezeScope>
          labels={{ selection: texts.freezeSelection, sheet: texts.freezeSheet, workbook: texts.freezeAll }}
          isBusy={task.isRunning}
          onChoose={ask}
        />
        {pendingScope && (
          <ConfirmBar
            key={pendingScope}
            confirm={texts.freeze}
            onConfirm={() => {
              freezing.freeze(pendingScope);
            }}
            onCancel={() => {
              freezing.ask(undefined);
            }}
          >
            {questions[pendingScope]}
          </ConfirmBar>
        )}
        <TaskView task={task}>
          {({ count, skipped }, summary) => (
            <MessageBar tone={skipped.length > 0 ? 'warning' : count > 0 ? 'success' : 'info'}>
              <p>{summary}</p>
              <LeftOutList
                session={session}
                label={language.fill(texts.skipped, { count: skipped.length })}
                items={skipped}
              />
            </MessageBar>
          )}
        </TaskView>
        {edited.length > 0 && (
          <ConfirmBar confirm={texts.overwrite} onConfirm={freezing.overwriteEdited} onCancel={freezing.leaveEdited}>
            {language.fill(texts.confirmOverwrite, { count: edited.length })}
          </ConfirmBar>
        )}
        <FrozenList session={session} freezing={freezing} />
        <details class="md-fold">
          <summary>{texts.share}</summary>
          <p>{texts.shareValues}</p>
          <MessageBar tone="warning">{texts.shareWarning}</MessageBar>
          <p>{texts.shareAdvice}</p>
          <Button
            isBusy={task.isRunning}
            onClick={() => {
              ask('workbook');
            }}
          >
            {texts.freezeWorkbook}
          </Button>
        </details>
      </details>
    </>
  );
}
