import { useEffect } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Origin, OriginFunctions } from '../../app/workbook/origin';
import type { OriginText, originText } from '../../app/workbook/origin-text';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { CATALOG } from '../../functions/catalog';
import { invoke } from '../../functions/evaluate/invoke';
import { TRAITS } from '../../functions/generated/function-traits';
import { useLanguage, useTexts } from '../texts/use-texts';
import { TaskView, useTask } from './task';
import { a1WithSheet, type Block } from '../../core/sheet';

/** Where a value comes from, and the function that says it: both are loaded with the first click. */
interface FoundOrigin {
  readonly origin: Origin;
  readonly textOf: typeof originText;
}

/** Follows a cell down to the requests, at one click, and shows the way as a text that can be copied. */
export function OriginView({ session, cell }: { readonly session: Session; readonly cell: Block }) {
  const texts = useTexts('origin');
  const language = useLanguage();
  const task = useTask<FoundOrigin>();
  // Now rather than days later, when a release may have removed the file.
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  const start = (): void => {
    void task.start({
      label: (shown) => shown.texts.origin.following,
      async run(onProgress, signal) {
        const { traceOrigin, originText: textOf } = await load();
        const functions = { traits: TRAITS, catalog: CATALOG, run: runIn(session) };
        return { origin: await traceOrigin(session, cell, functions, onProgress, signal), textOf };
      },
      describe: ({ origin: { answers, cell: at } }, shown) =>
        shown.fill(shown.texts.origin.found, { count: answers.length, cell: a1WithSheet(at) }),
    });
  };
  const say = (text: OriginText, values?: Readonly<Record<string, string | number>>): string =>
    language.fill(texts[text], values);
  return (
    <>
      <div class="md-buttons">
        <Button isBusy={task.isRunning} onClick={start}>
          {texts.show}
        </Button>
      </div>
      <TaskView task={task}>
        {({ origin, textOf }, summary) => {
          const text = textOf(origin, say);
          return (
            <section aria-label={summary}>
              <pre class="md-origin" tabIndex={0} translate={false}>
                {text}
              </pre>
              <CopyButton formula={text} texts={texts} />
            </section>
          );
        }}
      </TaskView>
    </>
  );
}

const load = () => import('../../app/workbook/written');

const runIn =
  (session: Session): OriginFunctions['run'] =>
  (id, values, call) =>
    invoke(
      CATALOG.find((one) => one.id === id)!,
      session,
      values,
      call,
    );
