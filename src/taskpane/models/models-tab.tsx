import { useSession, isSetUp, useClient } from '../session';
import { useState } from 'preact/hooks';
import { TaskView, useTask } from '../cells/task';
import { Button, MessageBar, Section } from '../components/elements';
import { SAMPLE_MODELS } from './catalog';
import { type Model, modelDates, requestsOf } from './model';
import { useLoaded } from '../hooks';
import { useTexts } from '../texts/use-texts';
import { cellOf } from '../../core/sheet';
import './models.css';

type ModelId = Model['id'];

/** The sample models, each of which is inserted as a sheet. */
export function ModelsTab() {
  const session = useSession();
  const [texts, language] = useTexts('models');
  const [chosen, setChosen] = useState<ModelId>();
  const task = useTask();
  const client = useClient(session);

  const createdBy = (model: Model) =>
    model.create(modelDates(new Date(session.now()), session.dateSystem), language.texts);
  // The requests that each takes at least.
  const [costs = {}] = useLoaded(async (): Promise<Partial<Record<ModelId, number>>> => {
    const counted = SAMPLE_MODELS.map(
      async (model) => [model.id, await requestsOf(createdBy(model), session)] as const,
    );
    return Object.fromEntries(await Promise.all(counted));
  }, [client, language]);

  const insert = (model: Model): void => {
    const { id } = model;
    if (!task.isRunning) setChosen(id);
    void task.start({
      label: (shown) => shown.fill(texts.inserting, { name: texts[id] }),
      canStop: false,
      run: async () => {
        const { workbook } = session.host;
        const sheet = await workbook.addSheet(createdBy(model));
        await workbook.select(cellOf(sheet, 0, 0)).catch(() => undefined);
        return { says: (shown) => shown.fill(texts.inserted, { sheet }) };
      },
    });
  };
  return (
    <Section title={texts.title} place="models">
      <p class="md-hint">{texts.hint}</p>
      {session.host.name === 'Workbench' && <p class="md-hint">{texts.inWorkbench}</p>}
      {!isSetUp(session) && <MessageBar tone="info">{texts.noKey}</MessageBar>}
      <ul class="md-models" aria-label={texts.title}>
        {SAMPLE_MODELS.map(({ id, create }) => (
          <li key={id}>
            <h3>{texts[id]}</h3>
            <p>{texts[`${id}About`]}</p>
            {/* Its line is there from the beginning, so that no button moves. */}
            <p class="md-hint">
              {costs[id] === undefined ? '\u00A0' : language.fill(texts.cost, { count: costs[id] })}
            </p>
            <Button
              isBusy={task.isRunning}
              label={language.fill(texts.insertOne, { name: texts[id] })}
              onClick={() => insert({ id, create })}
              text={texts.insert}
            />
            {chosen === id && <TaskView task={task} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
