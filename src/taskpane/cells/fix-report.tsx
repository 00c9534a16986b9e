import type { Session } from '../../app/session';
import { MessageBar } from '../components/message-bar';
import { useLanguage, useTexts } from '../texts/use-texts';
import { LeftOutList } from './left-out-list';
import { TaskView } from './task-view';
import type { FixTasks } from './use-fixing';

/** The progress and result of fixing. */
export function FixReportView({ session, fixing }: { readonly session: Session; readonly fixing: FixTasks }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  return (
    <TaskView task={fixing.task}>
      {({ changed }, summary) => (
        <MessageBar tone={changed.length === 0 ? 'success' : 'warning'}>
          <p>{summary}</p>
          <LeftOutList
            session={session}
            label={language.fill(texts.changedSince, { count: changed.length })}
            items={changed.map((block) => ({ block, reason: '' }))}
          />
        </MessageBar>
      )}
    </TaskView>
  );
}
