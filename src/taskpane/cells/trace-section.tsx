import { CellRows, CellLink } from './cell-link';
import { said, useTexts } from '../texts/use-texts';
import { useSession } from '../session';
import { Button, Fold, MessageBar } from '../components/elements';
import type { Language } from '../texts/language';
import type { TracedCell } from '../../app/workbook/trace';
import { unlessStopped, useTask, TaskView, written } from './task';
import { OPERATIONS } from '../../api/operations';
import { TRAITS } from '../../app/generated/function-traits';
import { a1WithSheet } from '../../core/sheet';
import { MS_PER_MINUTE } from '../../core/calendar/dates';

/** Which cells of the workbook depend on errors, also hidden ones, last values or old answers. */
export function TraceSection() {
  const session = useSession();
  const [texts, language] = useTexts('trace');
  const task = useTask<readonly TracedCell[]>();
  const start = (): void =>
    void task.start({
      label: said('trace', 'tracing'),
      run: async (onProgress, signal) => {
        const { trace } = await written();
        const traced = await unlessStopped(signal, trace(session, staleAfterMs, onProgress, signal));
        if (traced.length === 0) return { says: said('trace', 'nothing') };
        return { says: (shown) => traced.map((one) => sentenceOf(one, shown)).join(' '), result: traced };
      },
    });
  return (
    <Fold title={texts.title} place="trace">
      <p class="md-hint">{texts.hint}</p>
      <div class="md-buttons">
        <Button isBusy={task.isRunning} onClick={start} text={texts.start} />
      </div>
      <TaskView task={task}>
        {({ result }) =>
          result?.map((one) => (
            <MessageBar key={one.trouble} tone="warning">
              <p>{sentenceOf(one, language)}</p>
              <CellLinks label={texts.causes} blocks={one.causes} />
              <CellLinks label={texts.dependents} blocks={one.dependents} />
            </MessageBar>
          ))
        }
      </TaskView>
    </Fold>
  );
}

function sentenceOf({ trouble, causeCount, dependentCount }: TracedCell, language: Language): string {
  const { rest, onErrors, onHiddenErrors, onLastValues, onStale, onBefore } = language.texts.trace;
  const kinds = {
    error: onErrors,
    'hidden-error': onHiddenErrors,
    'last-value': onLastValues,
    stale: onStale,
    'from-before': onBefore,
  };
  return language.fill(rest, {
    count: dependentCount,
    causes: language.fill(kinds[trouble], { count: causeCount }),
  });
}

const CellLinks = ({ label, blocks }: { readonly label: string; readonly blocks: TracedCell['dependents'] }) => (
  <>
    {blocks.length > 0 && <p>{label}</p>}
    <CellRows label={label} items={blocks} class="md-cell-links" keyOf={a1WithSheet}>
      {(block) => <CellLink block={block} />}
    </CellRows>
  </>
);

/** The minimum age of an old answer, however soon its kind expires. */
const MIN_STALE_MS = 15 * MS_PER_MINUTE;

/** How many ms until an answer of these functions is old: when no answer of their operations would still be fresh. */
function staleAfterMs(functions: readonly string[]): number {
  const present = TRAITS.filter(({ id }) => functions.includes(id));
  const mayAskAny = present.some(({ sources }) => sources.length === 0);
  const sources = new Set(present.flatMap((one) => one.sources));
  const fresh = OPERATIONS.filter(({ id }) => mayAskAny || sources.has(id)).map(
    ({ freshSeconds }) => freshSeconds * 1_000,
  );
  return Math.max(MIN_STALE_MS, ...fresh);
}
