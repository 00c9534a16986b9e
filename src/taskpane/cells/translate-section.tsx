import { CellLink, CellRows } from './cell-link';
import { localFormula } from '../texts/typed';
import { planTranslations, plansOf, type Translation } from '../../app/workbook/translate';
import { Button, Section } from '../components/elements';
import { translationHints, translationText } from '../texts/translation';
import { useSession } from '../session';
import { said, useTexts } from '../texts/use-texts';
import { useFixTask } from './fix';
import { TaskReport, TaskView, useTask } from './task';

/**
 * Lists the selected cells' formulas of other add-ins with their translations, and writes these.
 * @param onDone called when the cells have changed
 */
export function TranslateSection({ onDone }: { readonly onDone: () => void }) {
  const session = useSession();
  const [texts, language] = useTexts('translate');
  const { workbook } = session.host;
  const looking = useTask<readonly Translation[]>();
  const { task: writing, write } = useFixTask(() => {
    looking.clear();
    onDone();
  });
  const found = looking.state.is === 'done' ? (looking.state.result ?? []) : [];
  const plans = plansOf(found);
  const isBusy = looking.isRunning || writing.isRunning;
  const look = (): void => {
    writing.clear();
    void looking.start({
      label: said('translate', 'looking'),
      canStop: false,
      run: async () => {
        const all = await planTranslations(workbook, await workbook.selection(), session.settings.area);
        if (!all) return { says: said('translate', 'tooMany'), tone: 'info' };
        return { says: said('translate', 'found', { count: all.length }), tone: 'info', result: all };
      },
    });
  };
  return (
    <Section title={texts.title} place="translate">
      <p class="md-hint">{texts.about}</p>
      <Button isBusy={isBusy} onClick={look} text={texts.start} />
      <TaskView task={looking}>
        {(done, summary) => (
          <TaskReport done={done} summary={summary}>
            <CellRows label={summary} items={found}>
              {(one) => (
                <>
                  <CellLink block={one.cell} />
                  <p class="md-hint">
                    {localFormula(one.before, workbook.listSeparator)}
                    {' → '}
                    {translationText(one, language, workbook.listSeparator)}
                  </p>
                </>
              )}
            </CellRows>
          </TaskReport>
        )}
      </TaskView>
      {plans.length > 0 && (
        <>
          {translationHints(found, language).map((hint) => (
            <p class="md-hint">{hint}</p>
          ))}
          <Button
            look="primary"
            isBusy={isBusy}
            onClick={() => write(plans, said('translate', 'writing'), (count) => said('translate', 'done', { count }))}
            text={language.fill(texts.write, { count: plans.length })}
          />
        </>
      )}
      <TaskView task={writing} />
    </Section>
  );
}
