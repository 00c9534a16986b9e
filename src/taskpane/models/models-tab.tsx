import { useEffect, useState } from 'preact/hooks';
import { useAnnounce } from '../components/announcer';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { ProgressBar } from '../components/progress-bar';
import { Section } from '../components/section';
import type { TabProps } from '../tab-props';
import { SAMPLE_MODELS } from './catalog';
import { loadModelTexts, type Model, modelDates } from './model';
import './models.css';
import { useBusy } from '../use-busy';
import { isSetUp, useUndone } from '../use-session';
import { Because } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { cellOf } from '../../core/sheet';

type ModelInsertState =
  | { readonly is: 'idle' }
  | { readonly is: 'inserting'; readonly id: Model['id'] }
  | { readonly is: 'inserted'; readonly id: Model['id']; readonly sheet: string }
  | { readonly is: 'failed'; readonly id: Model['id']; readonly reason: string };

/** The sample models, each of which is inserted as a sheet. */
export function ModelsTab({ session }: TabProps) {
  const texts = useTexts('models');
  const language = useLanguage();
  const announce = useAnnounce();
  const [state, setState] = useState<ModelInsertState>({ is: 'idle' });
  const [isBusy, begin] = useBusy();
  useUndone(session, () => {
    setState((before) => (before.is === 'inserted' ? { is: 'idle' } : before));
  });

  // Now rather than days later, when a release may have removed the file.
  useEffect(() => {
    loadModelTexts(language.code).catch(() => undefined);
  }, [language]);

  const insert = ({ id, create }: Model): void => {
    begin(
      async () => {
        setState({ is: 'inserting', id });
        announce(language.fill(texts.inserting, { name: texts[id] }));
        const { workbook } = session.host;
        const words = await loadModelTexts(language.code);
        const sheet = await workbook.addSheet(create(modelDates(new Date(session.now()), session.dateSystem), words));
        setState({ is: 'inserted', id, sheet });
        announce(language.fill(texts.inserted, { sheet }));
        await workbook.select(cellOf(sheet, 0, 0)).catch(() => undefined);
      },
      (error) => {
        setState({ is: 'failed', id, reason: messageOf(error) });
      },
    );
  };
  return (
    <Section title={texts.title}>
      <p class="md-hint">{texts.hint}</p>
      {session.host.name === 'Workbench' && <p class="md-hint">{texts.inWorkbench}</p>}
      {!isSetUp(session) && <MessageBar tone="info">{texts.noKey}</MessageBar>}
      <ul class="md-models" aria-label={texts.title}>
        {SAMPLE_MODELS.map((model) => (
          <li key={model.id}>
            <h3>{texts[model.id]}</h3>
            <p>{texts[`${model.id}About`]}</p>
            <Button
              isBusy={isBusy}
              label={language.fill(texts.insertOne, { name: texts[model.id] })}
              onClick={() => {
                insert(model);
              }}
            >
              {texts.insert}
            </Button>
            {state.is !== 'idle' && state.id === model.id && <Outcome state={state} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Outcome({ state }: { readonly state: Exclude<ModelInsertState, { is: 'idle' }> }) {
  const texts = useTexts('models');
  const language = useLanguage();
  switch (state.is) {
    case 'inserting':
      return <ProgressBar label={language.fill(texts.inserting, { name: texts[state.id] })} />;
    case 'inserted':
      return <MessageBar tone="success">{language.fill(texts.inserted, { sheet: state.sheet })}</MessageBar>;
    case 'failed':
      return (
        <MessageBar tone="error" isUrgent>
          <Because text={texts.failed} reason={state.reason} />
        </MessageBar>
      );
  }
}
