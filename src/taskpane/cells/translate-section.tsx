import { useSession, useUndone } from '../session';
import { useState } from 'preact/hooks';
import { type FixReport, fixCells } from '../../app/workbook/fix';
import { localFormula } from '../../app/workbook/formulas';
import type { Translation } from '../../app/workbook/translate';
import { Button, MessageBar, Section } from '../components/elements';
import type { Language } from '../texts/language';
import { useLanguage } from '../texts/use-texts';
import type { LateCode } from '../hooks';
import { LeftOutList } from './cell-link';
import { FixReportView } from './fix';
import { TaskView, useTask } from './task';

interface TranslateSectionProps {
  readonly late: LateCode;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Lists formulas of other add-ins among the selected cells with what would stand in their place, and writes it. */
export function TranslateSection({ late, onDone }: TranslateSectionProps) {
  const session = useSession();
  const language = useLanguage();
  const textsIn = (shown: Language) => late.textsOfTools(shown).translate;
  const texts = textsIn(language);
  const { workbook } = session.host;
  const looking = useTask<readonly Translation[] | undefined>();
  const writing = useTask<FixReport>();
  const [found, setFound] = useState<readonly Translation[]>([]);
  const clear = (): void => {
    setFound([]);
    looking.clear();
    writing.clear();
  };
  useUndone(session, clear);
  const plans = late.plansOf(found);
  const isBusy = looking.isRunning || writing.isRunning;
  const look = (): void => {
    clear();
    void looking.start({
      label: (shown) => textsIn(shown).looking,
      canStop: false,
      run: async () => {
        const all = await late.planTranslations(workbook, await workbook.selection(), session.settings.area);
        setFound(all ?? []);
        return all;
      },
      describe: (all, shown) =>
        all ? shown.fill(textsIn(shown).found, { count: all.length }) : textsIn(shown).tooMany,
    });
  };
  const write = (): void => {
    void writing.start({
      label: (shown) => textsIn(shown).writing,
      canStop: false,
      run: () =>
        fixCells(workbook, plans).finally(() => {
          setFound([]);
          looking.clear();
          onDone();
        }),
      describe: ({ fixedCount }, shown) => shown.fill(textsIn(shown).done, { count: fixedCount }),
    });
  };
  return (
    <Section title={texts.title}>
      <p class="md-hint">{texts.about}</p>
      <Button isBusy={isBusy} onClick={look}>
        {texts.start}
      </Button>
      <TaskView task={looking}>
        {(_, summary) => (
          <MessageBar tone="info">
            <LeftOutList
              label={summary}
              items={found.map((one) => ({
                block: one.cell,
                reason: `${localFormula(one.before, workbook.listSeparator)} → ${late.translationText(one, language, workbook.listSeparator)}`,
              }))}
            />
            {found.length === 0 && summary}
          </MessageBar>
        )}
      </TaskView>
      {plans.length > 0 && (
        <>
          {late.translationHints(found, language).map((hint) => (
            <p class="md-hint">{hint}</p>
          ))}
          <Button look="primary" isBusy={isBusy} onClick={write}>
            {language.fill(texts.write, { count: plans.length })}
          </Button>
        </>
      )}
      <FixReportView fixing={{ task: writing }} />
    </Section>
  );
}
