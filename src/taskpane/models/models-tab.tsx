import { useSession, isSetUp, useClient, useUndone } from '../session';
import { useEffect, useState } from 'preact/hooks';
import { useAnnounce } from '../components/announcer';
import { Button, MessageBar, ProgressBar, Section } from '../components/elements';
import { SAMPLE_MODELS } from './catalog';
import { loadModelTexts, MODEL_IDS, type Model, modelDates, requestsOf } from './model';
import { useBusy, useLatest } from '../hooks';
import type { Session } from '../../app/session';
import { Because, useLanguage, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { cellOf } from '../../core/sheet';
import './models.css';

type ModelId = Model['id'];

type ModelInsertState =
  | { readonly is: 'idle' }
  | { readonly is: 'inserting'; readonly id: ModelId }
  | { readonly is: 'inserted'; readonly id: ModelId; readonly sheet: string }
  | { readonly is: 'failed'; readonly id: ModelId; readonly reason: string };

/** The sample models, each of which is inserted as a sheet. */
export function ModelsTab() {
  const session = useSession();
  const [texts, language] = useTexts('models');
  const announce = useAnnounce();
  const [state, setState] = useState<ModelInsertState>({ is: 'idle' });
  const [isBusy, begin] = useBusy();
  useUndone(session, () => {
    setState((before) => (before.is === 'inserted' ? { is: 'idle' } : before));
  });

  const createdBy = async (id: ModelId) => {
    const model = SAMPLE_MODELS.find((one) => one.id === id)!;
    const dates = modelDates(new Date(session.now()), session.dateSystem);
    return model.create(dates, await loadModelTexts(language.code));
  };
  const costs = useCosts(session, createdBy);

  const insert = (id: ModelId): void => {
    begin(
      async () => {
        setState({ is: 'inserting', id });
        announce(language.fill(texts.inserting, { name: texts[id] }));
        const { workbook } = session.host;
        const sheet = await workbook.addSheet(await createdBy(id));
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
        {MODEL_IDS.map((id) => (
          <li key={id}>
            <h3>{texts[id]}</h3>
            <p>{texts[`${id}About`]}</p>
            {/* Its line is there from the beginning, so that no button moves. */}
            <p class="md-hint">
              {costs[id] === undefined ? '\u00A0' : language.fill(texts.cost, { count: costs[id] })}
            </p>
            <Button
              isBusy={isBusy}
              label={language.fill(texts.insertOne, { name: texts[id] })}
              onClick={() => {
                insert(id);
              }}
            >
              {texts.insert}
            </Button>
            {state.is !== 'idle' && state.id === id && <Outcome state={state} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The requests that each model takes at least, as far as they are counted. */
function useCosts(
  session: Session,
  createdBy: (id: ModelId) => ReturnType<Model['create']> | Promise<ReturnType<Model['create']>>,
): ModelCosts {
  const [costs, setCosts] = useState<ModelCosts>({});
  const client = useClient(session);
  const language = useLanguage();
  const begin = useLatest();
  // This loads the texts too: days later a release may have removed their file.
  useEffect(() => {
    const signal = begin();
    const counted = MODEL_IDS.map(async (id) => [id, await requestsOf(await createdBy(id), session)] as const);
    Promise.all(counted).then(
      (all) => {
        if (!signal.aborted) setCosts(Object.fromEntries(all));
      },
      () => undefined,
    );
  }, [client, language]);
  return costs;
}

type ModelCosts = Partial<Readonly<Record<ModelId, number>>>;

function Outcome({ state }: { readonly state: Exclude<ModelInsertState, { is: 'idle' }> }) {
  const [texts, language] = useTexts('models');
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
