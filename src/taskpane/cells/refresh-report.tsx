import type { Session } from '../../app/session';
import { MessageBar } from '../components/message-bar';
import { useLanguage, useTexts } from '../texts/use-texts';
import { LeftOutList } from './left-out-list';
import { TaskView } from './task-view';
import type { RefreshTask } from './use-refreshing';

/** How far a refresh is, and in the end what it could not refresh, with reasons. */
export function RefreshReportView({ session, task }: { readonly session: Session } & Pick<RefreshTask, 'task'>) {
  const texts = useTexts('cells');
  const language = useLanguage();
  return (
    <TaskView task={task}>
      {({ notRefreshed }, summary) => (
        <MessageBar tone={notRefreshed.length === 0 ? 'success' : 'warning'}>
          <p>{summary}</p>
          <LeftOutList
            session={session}
            label={language.fill(texts.notRefreshed, { count: notRefreshed.length })}
            items={notRefreshed.map(({ cell, reason }) => ({ block: cell, reason }))}
          />
        </MessageBar>
      )}
    </TaskView>
  );
}
