import { useState } from 'preact/hooks';
import type { Session } from '../../../app/session';
import type { Snapshot } from '../../../app/snapshot/snapshot';
import { Button } from '../../components/button';
import { Field } from '../../components/field';
import { MessageBar } from '../../components/message-bar';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { TaskView } from '../task-view';
import { ChangeList } from './change-list';
import type { Snapshots } from './use-snapshots';

/** Snapshots of the workbook, kept under a name: to compare with, and to show again. */
export function SnapshotSection({ session, snapshots }: { readonly session: Session; readonly snapshots: Snapshots }) {
  const texts = useTexts('snapshots');
  const language = useLanguage();
  const [name, setName] = useState('');
  const { all, task } = snapshots;
  const take = async (): Promise<void> => {
    if (task.isRunning) return;
    await snapshots.take(name);
    setName('');
  };
  return (
    <details class="md-section md-fold">
      <summary>
        <h2>{texts.title}</h2>
        {all.length > 0 && <span class="md-hint">{language.fill(texts.count, { count: all.length })}</span>}
      </summary>
      <p class="md-hint">{texts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <Field id="md-snapshot-name" label={texts.name} hint={texts.nameHint}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              maxLength={80}
              value={name}
              onInput={(event) => {
                setName(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <div class="md-buttons">
          <Button type="submit" isBusy={task.isRunning}>
            {texts.take}
          </Button>
        </div>
      </form>
      <TaskView task={task}>
        {(comparison, summary) => (
          <MessageBar tone="success">
            <p>{summary}</p>
            {comparison && <ChangeList session={session} comparison={comparison} />}
          </MessageBar>
        )}
      </TaskView>
      {all.length > 0 && (
        <ul class="md-list md-cells" aria-label={texts.title}>
          {all.map((snapshot) => (
            <SnapshotRow key={snapshot.id} snapshot={snapshot} snapshots={snapshots} />
          ))}
        </ul>
      )}
    </details>
  );
}

function SnapshotRow({ snapshot, snapshots }: { readonly snapshot: Snapshot; readonly snapshots: Snapshots }) {
  const texts = useTexts('snapshots');
  const language = useLanguage();
  const { name, at, source, formulaCount, isShown } = snapshot;
  const { isRunning } = snapshots.task;
  const unlessBusy = (work: (one: Snapshot) => void) => () => {
    if (!isRunning) work(snapshot);
  };
  const taken = { time: language.dateTime(at), count: formulaCount };
  return (
    <li>
      <div class="md-cell-head">
        <strong>{name}</strong>
        {isShown && <span class="md-badge">{texts.isShown}</span>}
      </div>
      <p class="md-hint">
        {language.fill(texts.takenAt, taken)}
        {source !== '' && ` · ${source}`}
      </p>
      <div class="md-buttons">
        <Button
          isBusy={isRunning}
          label={language.fill(texts.compareWith, { name })}
          onClick={unlessBusy(snapshots.compare)}
        >
          {texts.compare}
        </Button>
        <Button
          isBusy={isRunning}
          label={language.fill(isShown ? texts.leaveOne : texts.showOne, { name })}
          onClick={unlessBusy(snapshots.toggle)}
        >
          {isShown ? texts.leave : texts.show}
        </Button>
        {!isShown && (
          <Button
            look="subtle"
            isBusy={isRunning}
            label={language.fill(texts.removeOne, { name })}
            onClick={unlessBusy(snapshots.remove)}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </li>
  );
}
